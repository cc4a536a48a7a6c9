// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// What an app shows now, as the values that its factory makes of its model.
@MainActor
package struct AppViews {
    /// The entries at the left.
    package let sidebar: @MainActor (ViewContext) -> SidebarView
    /// The tabs at the bottom.
    package let tabs: @MainActor (ViewContext) -> TabsView
    /// The list of the app’s items, or a text if that is all there is.
    package let main: @MainActor () -> MainSource
    /// One item of the list in full; `nil` if the app has none.
    package let document: @MainActor () -> DocumentSource?

    /// The views of a factory for a model of its own.
    init<Factory: AppFactory>(_ factory: Factory, of model: Factory.Model) {
        sidebar = { factory.sidebar(model, in: $0) }
        tabs = { factory.tabs(model, in: $0) }
        main = { factory.main(model) }
        document = { factory.document(model) }
    }

    /// The list; `nil` if there is a text instead.
    package var list: (any ListProviding)? { if case .list(let list) = main().kind { list } else { nil } }

    /// The text in place of a list; `nil` if there is a list.
    package var page: DocumentSource? { if case .document(let page) = main().kind { page } else { nil } }
}

/// The display of an app, such as its panels: it belongs to the app, and ends with it.
@MainActor
package protocol AppDisplay: AnyObject {
    /// A user has logged in, locked, unlocked or logged out.
    func loginDidChange(to login: LoginState)
}

// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The views of an app, as its factory makes them of its model.
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

    /// The open item as a value of a kind; `nil` if none is open, or it is no such value.
    package func opened(of item: String) -> String? {
        document().flatMap { $0.isOpen && $0.items.contains(item) ? $0.id : nil }
    }

    /// The latest created or undone items, as values of a kind.
    ///
    /// - Parameter known: The latest items when a user who does not know them began to give commands.
    package func latest(of item: String, since known: ListTarget? = nil) -> [String] {
        guard let list, let target = list.target, target != known else { return [] }
        return list.items.contains(item) || opened(of: item) == target.id ? [target.id] : []
    }

    /// The text in place of a list; `nil` if there is a list.
    package var page: DocumentSource? { if case .document(let page) = main().kind { page } else { nil } }
}

/// The display of an app, such as its panels: it belongs to the app, and ends with it.
@MainActor
package protocol AppDisplay: AnyObject {
    /// A user has logged in, locked, unlocked or logged out.
    func loginDidChange(to login: LoginState)
}

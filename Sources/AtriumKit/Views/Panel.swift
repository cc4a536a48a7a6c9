// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores
package import AtriumTerminal

/// A part of the screen: the app’s data there, and the user’s position in it.
///
/// First it is arranged: it takes the app’s present data, and its position is made to fit. Drawing changes nothing.
@MainActor
package protocol Panel: AnyObject {
    /// The text in the border.
    var title: String { get }
    /// The text beside that, in the longest form for which there is room; empty for none.
    var asides: [String] { get }
    /// The text in the lower border; empty for none.
    var foot: String { get }
    /// The visible part of a text, for the lower border; empty if all of it is visible.
    var place: String { get }
    /// The position in the content.
    var position: PanelPosition { get set }
    /// The number of rows before the first loaded one; `nil` if it is unknown.
    var offset: Int? { get }
    /// The number of all rows.
    var total: ListTotal { get }
    /// The action that opens the selected item; `nil` if none can be opened.
    var opening: Action? { get }
    /// Lays the app’s present data out for a panel of this size.
    ///
    /// The app makes the texts in sight for it, and learns nothing.
    func arrange(for size: Size, in context: ViewContext)
    /// Draws the arranged data on a canvas of that size.
    ///
    /// - Parameter isFocused: Whether the keys that select move here; a selection elsewhere is drawn less loudly.
    func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool)
    /// Loads rows beyond the loaded ones, when the user comes near the first or the last of them.
    ///
    /// - Parameter far: Whether the user is on the way to the end: more may be read at once then.
    /// - Returns: `false` if there was nothing to read.
    @discardableResult
    func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool
}

extension Panel {
    package var asides: [String] { [] }
    package var foot: String { "" }
    package var place: String { "" }
    package var offset: Int? { 0 }
    package var total: ListTotal { ListTotal(position.count) }
    package var opening: Action? { nil }
    package func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool { false }

    /// Reads the page before the loaded rows, or after them; `false` if there was none.
    @discardableResult
    package func turnPage(_ edge: PanelEdge) async throws -> Bool { try await turnPage(edge, far: false) }
}

/// An end of a panel’s content.
public enum PanelEdge: Sendable {
    /// Before the first row.
    case start
    /// After the last row.
    case end
}

/// The source of an app’s main panel.
@MainActor
public struct MainSource {
    /// The two kinds there are.
    enum Kind {
        case list(any ListProviding)
        case document(DocumentSource)
    }

    let kind: Kind

    /// Items, one of which may be selected.
    public static func list<Item>(_ source: ListSource<Item>) -> MainSource { MainSource(kind: .list(source)) }

    /// A text.
    public static func document(_ source: DocumentSource) -> MainSource { MainSource(kind: .document(source)) }

    /// A short text, under the name of the app.
    public static func text(_ text: LocalizedText, titled title: LocalizedText) -> MainSource {
        .document(DocumentSource(id: "text", title: title) { [[.text(text.string(in: $0.language))]] })
    }
}

/// The tabs of an app, and which of them is shown.
public struct TabsView: Hashable, Sendable, Codable {
    /// The tabs, in order.
    public let tabs: [Tab]
    /// The key of the displayed one; another text if none is, as beside what a search has found.
    public let selected: String

    /// Tabs, one of which is displayed at most.
    public init(_ tabs: [Tab], selected: String) {
        self.tabs = tabs
        self.selected = selected
    }

    /// The displayed tab.
    package var current: Tab? { tabs.first { $0.key == selected } }

    /// The tab `distance` positions away, wrapping around, or from none the first or the last one; `nil` if there is no other.
    package func tab(at distance: Int) -> Tab? {
        guard let index = tabs.firstIndex(where: { $0.key == selected }) else {
            return distance < 0 ? tabs.last : tabs.first
        }
        guard tabs.count > 1 else { return nil }
        return tabs[(index + distance % tabs.count + tabs.count) % tabs.count]
    }

    /// One tab.
    public struct Tab: Hashable, Sendable, Codable {
        /// The key that the user types.
        public let key: String
        /// The title that the user reads.
        public let title: String

        /// A tab of this key and title.
        public init(key: String, title: String) {
            self.key = key
            self.title = title
        }
    }
}

/// The present circumstances that an app needs for its display.
public struct ViewContext: Hashable, Sendable, Codable {
    /// The language to write in.
    public let language: Language
    /// The time zone of the user.
    public let timeZone: Zone
    /// The present time.
    public let now: Timestamp

    /// A context of these facts.
    public init(language: Language, timeZone: Zone, now: Timestamp) {
        self.language = language
        self.timeZone = timeZone
        self.now = now
    }

    /// A date as lists show it: the time of day for today, otherwise the day.
    public func short(_ timestamp: Timestamp) -> String {
        let then = CivilTime(timestamp, in: timeZone)
        return Day(then) == Day(now, in: timeZone) ? then.time : then.date
    }
}

/// The data that an app’s panels have read, and the changes since: unaffected data is not read again.
///
/// A model listens before it loads the data of its panels, and reports when it has; unread data counts as
/// changed the next time. `revision` and `asking` belong to the list, as in `ListSource`.
///
/// ```swift
/// let changes = reading.listen { service.changes() }
/// guard !changes.isEmpty else { return }
/// count = try await service.count()
/// reading.touchList()
/// reading.didRead()
/// ```
public struct PanelReading<Change: Hashable & Sendable, Item: Sendable> {
    private var observer: ChangeObserver<Change>?
    private var heard = Changes<Change>.unknown
    /// The next request of the list; `nil` if there is none.
    public var asking: ListRequest<Item>?
    /// The state of the list.
    public private(set) var revision = 0
    private var readRevision = 0

    /// Panels for which nothing is read yet.
    public init() {}

    /// The changes since the last reading; at first, everything.
    public mutating func listen(_ observe: () -> ChangeObserver<Change>) -> Changes<Change> {
        let observer = observer ?? observe()
        self.observer = observer
        if let changes = observer.take() { heard = heard.union(changes) }
        return heard
    }

    /// Marks the list as changed.
    public mutating func touchList() { revision += 1 }

    /// The next request of the list, if it has not been read already.
    public var unread: ListRequest<Item>? {
        guard let asking, !asking.isLoaded || readRevision != revision else { return nil }
        return asking
    }

    /// Notes that all changes have been read.
    public mutating func didRead() {
        heard = .these([])
        if asking != nil { readRevision = revision }
        asking = nil
    }
}

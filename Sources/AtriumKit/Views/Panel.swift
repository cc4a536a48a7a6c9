// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Stores
package import Terminal

/// A part of the screen: what an app shows there, and where somebody is in it.
///
/// First it is arranged: it takes what the app shows now, and its position is made to fit. Drawing changes nothing then.
@MainActor
package protocol Panel: AnyObject {
    /// What stands in the border.
    var title: String { get }
    /// What stands beside that, in the longest of these ways for which there is room; none for nothing.
    var asides: [String] { get }
    /// What stands in the lower border; empty for nothing.
    var foot: String { get }
    /// Which part of a text is seen, for the lower border; empty where all of it is.
    var place: String { get }
    /// Where somebody is.
    var position: PanelPosition { get set }
    /// How many rows stand before the first one that is loaded; nil where nobody knows.
    var offset: Int? { get }
    /// How many rows there are in all.
    var total: ListTotal { get }
    /// What opens the selected thing; nil where none can be opened.
    var opening: Action? { get }
    /// Takes what the app shows now, for a panel of this size.
    func arrange(for size: Size, in context: ViewContext)
    /// Draws what was arranged on a canvas of that size.
    ///
    /// - Parameter isFocused: Whether the keys that select move here; a selection elsewhere is drawn less loudly.
    func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool)
    /// Loads rows beyond those that are loaded, when somebody comes near the first or the last of them.
    ///
    /// - Parameter far: Whether somebody is on the way to the end: more may be read at once then.
    /// - Returns: False where there was nothing to be read.
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

    /// Reads the page before what is there, or behind it; false where there was none.
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

/// What an app’s main panel shows.
@MainActor
public struct MainSource {
    /// The two kinds there are.
    enum Kind {
        case list(any ListProviding)
        case document(DocumentSource)
    }

    let kind: Kind

    /// Things, one of which may be selected.
    public static func list<Item>(_ source: ListSource<Item>) -> MainSource { MainSource(kind: .list(source)) }

    /// A text.
    public static func document(_ source: DocumentSource) -> MainSource { MainSource(kind: .document(source)) }
}

/// The tabs of an app, and which of them is shown.
public struct TabsView: Hashable, Sendable, Codable {
    /// The tabs, in order.
    public let tabs: [Tab]
    /// The key of the one that is shown.
    public let selected: String

    /// Tabs, one of which is shown.
    public init(_ tabs: [Tab], selected: String) {
        self.tabs = tabs
        self.selected = selected
    }

    /// The tab that is shown.
    package var current: Tab? { tabs.first { $0.key == selected } }

    /// The tab so many further on, or back with a negative number, round the ends; nil where there is no other.
    package func tab(at distance: Int) -> Tab? {
        guard tabs.count > 1, let index = tabs.firstIndex(where: { $0.key == selected }) else { return nil }
        return tabs[(index + distance % tabs.count + tabs.count) % tabs.count]
    }

    /// One tab.
    public struct Tab: Hashable, Sendable, Codable {
        /// What a user types.
        public let key: String
        /// What a user reads.
        public let title: String

        /// A tab of this key and title.
        public init(key: String, title: String) {
            self.key = key
            self.title = title
        }
    }
}

/// What of the moment an app needs to know to say what it shows.
public struct ViewContext: Hashable, Sendable, Codable {
    /// The language to write in.
    public let language: Language
    /// Where the user’s wall clock hangs.
    public let timeZone: Zone
    /// What time it is.
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

/// What an app’s panels have read, and what has changed since: what no change has touched is not read again.
///
/// A model listens before it loads what its panels show, and tells when it has; what could not be read is still changed
/// the next time. `revision` and `asking` belong to the list, as `ListSource` has them.
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
    /// What the list is about to ask for; nil where it is not.
    public var asking: ListRequest<Item>?
    /// The state of the list.
    public private(set) var revision = 0
    private var readRevision = 0

    /// Panels for which nothing is read yet.
    public init() {}

    /// What has changed since something was read; at first, everything has.
    public mutating func listen(_ observe: () -> ChangeObserver<Change>) -> Changes<Change> {
        let observer = observer ?? observe()
        self.observer = observer
        if let changes = observer.take() { heard = heard.union(changes) }
        return heard
    }

    /// The list is another one by now.
    public mutating func touchList() { revision += 1 }

    /// What the list is about to read, where it has not read that already.
    public var unread: ListRequest<Item>? {
        guard let asking, !asking.isLoaded || readRevision != revision else { return nil }
        return asking
    }

    /// Everything that has changed has been read.
    public mutating func didRead() {
        heard = .these([])
        if asking != nil { readRevision = revision }
        asking = nil
    }
}

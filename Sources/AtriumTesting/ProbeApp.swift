// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session
public import Terminal

/// An app whose parts write down what they are told.
@MainActor
public final class ProbeModel: AppModel {
    let recorder: Recorder
    let name: String
    /// What an app may keep while it is hidden.
    public var typed = ""
    /// How many things wait.
    public var badge = 0
    /// What its list shows.
    public var things: [String] = []
    /// The things after one, or the first ones, at most so many.
    func page(after last: String?, limit: Int) -> [String] {
        let start = last.flatMap { things.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return Array(things[start...].prefix(limit))
    }
    /// Which of them is open.
    public var opened: String?
    /// What the open thing consists of, of which the last entries are loaded first; nobody has seen any of them.
    public var entries: [String] = []
    /// How many of them are loaded.
    var loadedEntries = ProbeModel.pageOfEntries
    static let pageOfEntries = 30
    /// Those that it was told are seen.
    public internal(set) var seen: [String] = []
    /// How often it was told what is selected in its list.
    public internal(set) var selections = 0
    /// Where the open thing is.
    public var path: [String]? { opened.map { ["item", $0] } }
    private var listeners: [AsyncStream<Void>.Continuation] = []

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    /// Where one of the things is.
    func place(of thing: String) -> Place {
        Place(AppID(rawValue: name), thing.split(separator: "/").map(String.init))
    }

    /// What becomes of its data while it loads them; everything is in memory.
    public var refreshing: @MainActor () -> Void = {}
    /// Loads what the panels show.
    public func refresh() async throws { refreshing() }
    /// What becomes of its badge while that is loaded.
    public var refreshingBadge: @MainActor () -> Void = {}
    /// Loads the badge.
    public func refreshBadge() async throws { refreshingBadge() }
    /// A value for each call of `change`.
    public func changes() -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        return changes
    }

    /// Tells whoever listens that something changed.
    public func change() { for listener in listeners { listener.yield() } }

    /// Notes the call.
    public func endEditing() async { recorder.note("\(name) ends editing") }
    /// Notes the call.
    public func willAppear() async { recorder.note("\(name) will appear") }
    /// Notes the call.
    public func didAppear() { recorder.note("\(name) did appear") }
    /// Notes the call.
    public func didDisappear() { recorder.note("\(name) did disappear") }
    /// Notes the call.
    public func sizeDidChange(to size: Size) { recorder.note("\(name) size \(size.columns)x\(size.rows)") }
    /// Notes the call.
    public func languageDidChange(to language: Language) { recorder.note("\(name) language \(language.rawValue)") }
    /// Notes the call.
    public func loginDidChange(to login: LoginState) {
        recorder.note("\(name) \(login.session == nil ? "loses" : "has") its login")
    }
}

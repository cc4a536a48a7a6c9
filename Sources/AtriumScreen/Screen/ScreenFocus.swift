// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The focus of keys on the screen, and the parts that are drawn out or zoomed because of it.
struct ScreenFocus {
    /// The receiver of keys.
    private(set) var focus = Focus.line
    /// The receiver before the sidebar.
    private var focusBefore = Focus.line
    /// The receiver before the user began to type; `nil` if that was the line.
    private var typedFrom: Focus?
    /// Whether the document has all the room while it has the focus.
    private var wantsZoom = false
    /// Whether the thing that a key is opening has the focus as soon as it is open.
    private(set) var followsOpening = false
    /// Whether the drawer of a screen that is not wide is drawn out.
    private(set) var isDrawerOpen = false
    /// Whether it was when the present command was typed.
    private var wasDrawerOpen = false

    /// Whether the panel with the focus has it by a mere press of the mouse: then letters, Enter on typed text and the
    /// arrows are the line’s still.
    private(set) var isPointedAt = false

    /// Whether keys that are typed are a panel’s.
    var hasKeys: Bool { focus != .line && (!isPointedAt || isInSidebar) }

    /// Whether the sidebar has the focus.
    var isInSidebar: Bool { focus == .panel(.sidebar) }

    /// Whether the document has all the room.
    var isZoomed: Bool { wantsZoom && focus == .panel(.reader) }

    /// A command starts: a drawer that hides its output gives way.
    mutating func begin() {
        wasDrawerOpen = isDrawerOpen || isInSidebar
        isDrawerOpen = false
        leaveSidebar()
    }

    /// Gives the focus to the line, whatever is drawn out.
    mutating func goToLine() {
        focus = .line
        typedFrom = nil
        isPointedAt = false
    }

    /// Notes that the panel which gets the focus next was pressed with the mouse, unless one has it for its keys.
    mutating func point() { if !hasKeys { isPointedAt = true } }

    /// Gives the panel that has the focus the keys as well.
    mutating func take() { isPointedAt = false }

    /// Gives the focus to the line for as long as something is typed there.
    mutating func beginTyping() {
        let from = isInSidebar ? focusBefore : focus
        if from != .line { typedFrom = from }
        focus = .line
    }

    /// Whether the user has begun to type elsewhere than on the line.
    var isTyping: Bool { typedFrom != nil }

    /// Gives the focus back to its place before the typing.
    ///
    /// - Parameter isOpened: Whether the typed line has opened something, which has the focus then.
    mutating func endTyping(isOpened: Bool) {
        if let typedFrom { focus = isOpened ? .panel(.reader) : typedFrom }
        typedFrom = nil
    }

    /// Gives the focus to the sidebar, which is drawn out as long as it has it.
    mutating func enterSidebar() {
        guard !isInSidebar else { return }
        focusBefore = focus
        focus = .panel(.sidebar)
    }

    /// Gives the focus back to its place before the sidebar; a drawer that was drawn out for longer stays.
    mutating func leaveSidebar() { if isInSidebar { focus = focusBefore } }

    /// Gives the focus back to its place before the sidebar, and pushes a drawer in.
    mutating func closeSidebar() {
        isDrawerOpen = false
        leaveSidebar()
    }

    /// Gives the focus to the list or to the document; a drawer that hides it is pushed in.
    mutating func enter(_ part: PanelPart, hasDrawer: Bool) {
        if hasDrawer { isDrawerOpen = false }
        if part != .reader { wantsZoom = false }
        focus = .panel(part)
    }

    /// Goes on to a panel without a change to anything else.
    mutating func go(to part: PanelPart) { focus = .panel(part) }

    /// Gives all the room to the document as soon as it has the focus, or ends that.
    ///
    /// - Returns: Whether it is to have the focus.
    mutating func toggleZoom() -> Bool {
        wantsZoom = !isZoomed
        return wantsZoom
    }

    /// Ends the zoom of the document; false if it has no more room than usual.
    mutating func endZoom() -> Bool {
        guard isZoomed else { return false }
        wantsZoom = false
        return true
    }

    /// Gives the focus to the line, and pushes a drawer in that had it.
    mutating func leavePanels() {
        if isInSidebar { closeSidebar() }
        goToLine()
    }

    /// Passes the present focus of the list to the next opened thing.
    mutating func followOpening() { followsOpening = focus == .panel(.list) }

    /// Gives the focus to the opened thing.
    mutating func settle(isOpened: Bool) {
        if followsOpening, isOpened { focus = .panel(.reader) }
        followsOpening = false
    }

    /// Draws the drawer out or pushes it in; `nil`: the other of the two.
    ///
    /// - Returns: Whether it is to have the focus.
    mutating func setDrawer(open: Bool?) -> Bool {
        isDrawerOpen = open ?? !wasDrawerOpen
        if !isDrawerOpen { leaveSidebar() }
        return isDrawerOpen
    }

    /// Pushes the drawer in.
    mutating func closeDrawer() { isDrawerOpen = false }
}

/// The panels that are seen, and the one that keys move in.
@MainActor
package struct SeenPanels {
    let app: RunningApp?
    let layout: ScreenLayout
    let focus: Focus

    /// The panel that keys move in: the one with the focus, or else the open thing, or the list.
    var current: PanelPart {
        switch focus {
        case .panel(.sidebar): .sidebar
        case .panel(.list) where layout.list != nil: .list
        case .panel(.reader) where layout.detail != nil: .reader
        case .panel, .line: first
        }
    }

    /// The panel that the focus goes to from the line: the open thing, or the list.
    var first: PanelPart { layout.list == nil || layout.detail != nil && isDetailOpen ? .reader : .list }

    /// All of them, as the focus goes round them.
    ///
    /// - Parameter hasSidebar: Whether the app has a sidebar.
    func all(hasSidebar: Bool) -> [PanelPart] {
        let seen = [(PanelPart.list, layout.list), (.reader, layout.detail)].compactMap { $1 == nil ? nil : $0 }
        return hasSidebar ? seen + [.sidebar] : seen
    }

    /// Whether something is open in full.
    var isDetailOpen: Bool { app?.panels.isDetailOpen ?? false }

    /// Whether the open thing is in place of the list.
    var isListCovered: Bool { layout.list == nil && isDetailOpen }

    /// Whether there is anything to be read in full.
    var hasDetail: Bool { app?.panels.isDetailOpen != nil }

    /// The things of a kind that a command means which names none.
    package func selection(of item: String) -> [String] {
        app?.panels.selection(of: item, isListSeen: layout.list != nil, isListFocused: focus == .panel(.list)) ?? []
    }

    /// The marked things, if they are visible.
    package var marked: [String] { layout.list == nil ? [] : app?.panels.mainList?.markedIDs ?? [] }

    /// Unmarks all things, if they are visible.
    package func unmark() { if layout.list != nil { app?.panels.unmarkAll() } }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// Where keys go on the screen, and what is drawn out or has all the room because of that.
struct ScreenFocus {
    /// Where keys go.
    private(set) var focus = Focus.line
    /// Where they went before the sidebar had them.
    private var focusBefore = Focus.line
    /// Where they went before somebody began to type; nil where that was the line.
    private var typedFrom: Focus?
    /// Whether what is read has all the room while it has the focus.
    private var wantsZoom = false
    /// Whether what is being opened by a key has the focus as soon as it is open.
    private var followsOpening = false
    /// Whether the drawer of a screen that is not wide is drawn out.
    private(set) var isDrawerOpen = false
    /// Whether it was when the present command was typed.
    private var wasDrawerOpen = false

    /// Whether the panel that has the focus has it by a mere press of the mouse: then letters, Enter on what is typed and the
    /// arrows are the line’s still.
    private(set) var isPointedAt = false

    /// Whether keys that are typed are a panel’s.
    var hasKeys: Bool { focus != .line && (!isPointedAt || isInSidebar) }

    /// Whether the sidebar has the focus.
    var isInSidebar: Bool { focus == .panel(.sidebar) }

    /// Whether what is read has all the room.
    var isZoomed: Bool { wantsZoom && focus == .panel(.reader) }

    /// A command starts: a drawer that hides what it shows gives way to it.
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

    /// Gives the focus back to where it was before somebody typed.
    ///
    /// - Parameter isOpened: Whether what was typed has opened something, which has the focus then.
    /// - Returns: Whether it was anywhere.
    mutating func endTyping(isOpened: Bool) -> Bool {
        guard let from = typedFrom else { return false }
        typedFrom = nil
        focus = isOpened ? .panel(.reader) : from
        return true
    }

    /// Gives the focus to the sidebar, which is drawn out as long as it has it.
    mutating func enterSidebar() {
        guard !isInSidebar else { return }
        focusBefore = focus
        focus = .panel(.sidebar)
    }

    /// Gives the focus back to where it was before the sidebar; a drawer that was drawn out for longer stays.
    mutating func leaveSidebar() { if isInSidebar { focus = focusBefore } }

    /// Gives the focus back to where it was before the sidebar, and pushes a drawer in.
    mutating func closeSidebar() {
        isDrawerOpen = false
        leaveSidebar()
    }

    /// Gives the focus to the list or to what is read; a drawer that hides it is pushed in.
    mutating func enter(_ part: PanelPart, hasDrawer: Bool) {
        if hasDrawer { isDrawerOpen = false }
        if part != .reader { wantsZoom = false }
        focus = .panel(part)
    }

    /// Goes on to a panel without a change to anything else.
    mutating func go(to part: PanelPart) { focus = .panel(part) }

    /// Gives all the room to what is read as soon as it has the focus, or takes that back.
    ///
    /// - Returns: Whether it is to have the focus.
    mutating func toggleZoom() -> Bool {
        wantsZoom = !isZoomed
        return wantsZoom
    }

    /// Takes the room back from what is read; false where it has no more than usual.
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

    /// Has what is opened next take the focus that its list has now.
    mutating func followOpening() { followsOpening = focus == .panel(.list) }

    /// Gives the focus to what was opened.
    mutating func settle(isOpened: Bool) {
        if followsOpening, isOpened { focus = .panel(.reader) }
        followsOpening = false
    }

    /// Draws the drawer out or pushes it in; nil: the other of the two.
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
struct SeenPanels {
    let app: RunningApp?
    let layout: ScreenLayout
    let focus: Focus

    /// The panel that keys move in: the one that has the focus, or else what is open, or the list.
    var current: PanelPart {
        switch focus {
        case .panel(.sidebar): .sidebar
        case .panel(.list) where layout.list != nil: .list
        case .panel(.reader) where layout.detail != nil: .reader
        case .panel, .line: first
        }
    }

    /// The panel that the focus goes to from the line: what is open, or the list.
    var first: PanelPart { layout.list == nil || isDetailOpen && layout.detail != nil ? .reader : .list }

    /// All of them, as the focus goes round them.
    var all: [PanelPart] {
        let seen = [(PanelPart.list, layout.list), (.reader, layout.detail)].compactMap { $1 == nil ? nil : $0 }
        return seen + [.sidebar]
    }

    /// Whether something is open in full.
    var isDetailOpen: Bool { app?.isDetailOpen ?? false }

    /// Whether what is open stands in the place of the list.
    var isListCovered: Bool { isDetailOpen && layout.list == nil }

    /// Whether there is anything to be read in full.
    var hasDetail: Bool { app?.isDetailOpen != nil }

    /// The things of a kind that a command means which names none.
    func selection(of item: String) -> [String] {
        app?.selection(of: item, isListSeen: layout.list != nil, isListFocused: focus == .panel(.list)) ?? []
    }

    /// What is marked, where that is seen.
    var marked: [String] { layout.list == nil ? [] : app?.mainList?.markedIDs ?? [] }

    /// Unmarks what is marked, where that is seen.
    func unmark() { if layout.list != nil { app?.unmarkAll() } }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import AtriumWorlds
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// The panels that a screen keeps beside an app.
@MainActor
struct AppPanelsTests {
    let coordinator: Coordinator
    let authenticator: ProbeAuthenticator

    init() async throws {
        let clock = ManualClock.nineOClock
        let (recorder, authenticator) = (Recorder(), ProbeAuthenticator(clock: clock, idleLimit: .seconds(1800)))
        self.authenticator = authenticator
        coordinator = try Coordinator(
            catalog: ["notes", "sms", "account"].map {
                ProbeFactory($0, recorder: recorder, authenticator: authenticator)
            }, world: .test(clock: clock), language: .english, size: Size(columns: 80, rows: 24))
        await coordinator.lease.replace(authenticator.make("ana"))
        try await coordinator.appear()
    }

    /// The panels of the current app with three things, arranged.
    private func panels() async throws -> AppPanels {
        let app = try #require(coordinator.currentApp)
        try #require(app.model as? ProbeModel).things = ["a", "b", "c"]
        try await app.refresh()
        let list = try #require(app.panels.mainList)
        list.update(for: Size(columns: 40, rows: 10), in: coordinator.viewContext)
        return app.panels
    }

    @Test func `an app has the same panels wherever it is seen, and after the way to another app and back`()
        async throws
    {
        let panels = try await panels()
        #expect(coordinator.currentApp?.panels === panels)
        try await coordinator.switchTo("sms")
        #expect(coordinator.currentApp?.panels !== panels)
        try await coordinator.switchTo("notes")
        #expect(coordinator.currentApp?.panels === panels)
    }

    @Test func `a locked login unmarks everything`() async throws {
        let panels = try await panels()
        panels.mainList?.toggleMark()
        #expect(panels.mainList?.markedIDs.count == 1)
        await coordinator.lease.lock()
        #expect(panels.mainList?.markedIDs.isEmpty == true)
    }

    @Test func `no panel outlives its user's login`() async throws {
        weak let panels = try await panels()
        weak let list = panels?.mainList
        #expect(panels != nil && list != nil)
        try await coordinator.lease.logOut()
        #expect(panels == nil)
        #expect(list == nil)
    }

    @Test func `an app that no screen shows has no panels`() throws {
        #expect(coordinator.currentApp != nil && coordinator.currentApp?.display == nil)
    }
}

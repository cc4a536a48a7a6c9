// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import AtriumWorlds
import Testing

@testable import AtriumKit

/// How long a login holds.
extension CoordinatorTests {
    @Test func `an expired login asks for the password and runs the command once`() async throws {
        try await logIn()
        clock.advance(by: .seconds(3601))
        _ = recorder.take()
        try await perform("type after the night", answers: ["open sesame"])
        #expect(recorder.take().filter { $0.contains("typed") } == ["notes typed after the night"])
        #expect(coordinator.login.session != nil)
    }

    @Test func `an idle login asks, a busy one does not`() async throws {
        try await logIn()
        clock.advance(by: .seconds(1700))
        try await perform("type one")
        clock.advance(by: .seconds(1700))
        try await perform("type two")
        clock.advance(by: .seconds(1801))
        await #expect(throws: AuthenticationFault.locked) { try await perform("type three") }
        await #expect(throws: AuthenticationFault.refused) { try await perform("type four", answers: ["wrong"]) }
        #expect((coordinator.openApps.first?.model as? ProbeModel)?.typed == "two")
        try await perform("type five", answers: ["open sesame"])
        #expect((coordinator.openApps.first?.model as? ProbeModel)?.typed == "five")
    }

    @Test func `a login that was ended elsewhere ends here with the next command`() async throws {
        try await logIn()
        let session = try #require(coordinator.login.session)
        try await perform("type once")
        authenticator.revoke(session)
        await #expect(throws: AuthenticationFault.notLoggedIn) { try await perform("type more") }
        #expect(coordinator.openApps.isEmpty)
    }

    @Test func `the use of a kept login is noted by the first command, and once a minute at most`() async throws {
        try await logIn()
        coordinator.lease.noteUseLater()
        #expect(authenticator.useCount == 0)
        try await perform("type one")
        #expect(authenticator.useCount == 1)
        try await perform("type two")
        await coordinator.lease.noteUse()
        #expect(authenticator.useCount == 1)
        clock.advance(by: .seconds(61))
        await coordinator.lease.noteUse()
        #expect(authenticator.useCount == 2)
    }

    @Test func `noting the use of a login that was ended elsewhere leaves it to whoever looks`() async throws {
        try await logIn()
        authenticator.revoke(try #require(coordinator.login.session))
        coordinator.lease.noteUseLater()
        await coordinator.lease.noteUse()
        #expect(coordinator.login.session != nil)
        await coordinator.lease.noticeRevocation()
        #expect(coordinator.lease.isRevoked)
    }

    @Test func `setting the clock back does not prolong an idle login`() async throws {
        try await logIn()
        clock.set(to: Timestamp(milliseconds: clock.now.milliseconds - 86_400_000))
        clock.advance(by: .seconds(1801))
        await #expect(throws: AuthenticationFault.locked) { try await perform("type x") }
    }

    @Test func `a clock that stood still while the machine slept does not prolong a login`() async throws {
        try await logIn()
        clock.set(to: clock.now + .seconds(1801))
        #expect(coordinator.isCovered)
        await #expect(throws: AuthenticationFault.locked) { try await perform("type x") }
    }

    @Test func `nothing is current once the login does not hold, though nobody has looked yet`() async throws {
        try await logIn()
        #expect(coordinator.currentApp != nil)
        clock.advance(by: .seconds(1801))
        #expect(coordinator.currentApp == nil)
        #expect(coordinator.login.session != nil)
    }

    @Test func `setting the clock back does not prolong a busy login`() async throws {
        try await logIn()
        clock.set(to: Timestamp(milliseconds: clock.now.milliseconds - 86_400_000))
        for _ in 0..<2 {
            clock.advance(by: .seconds(1790))
            try await perform("type x")
        }
        clock.advance(by: .seconds(30))
        await #expect(throws: AuthenticationFault.locked) { try await perform("type x") }
    }

    /// What another command, another shell or the clock may do while the store is read.
    @Test(arguments: [Duration.zero, .seconds(61)])
    func `looking at a login that is locked or replaced meanwhile changes nothing`(after: Duration) async throws {
        try await logIn()
        clock.advance(by: after)
        authenticator.meanwhile = { [coordinator] in await coordinator.lease.lock() }
        try await coordinator.lease.checkLogin()
        guard case .locked = coordinator.login else {
            Issue.record("unlocked without a password")
            return
        }
        authenticator.meanwhile = nil
        try await logIn()
        let (first, second) = (try #require(coordinator.login.session), authenticator.make("ben"))
        clock.advance(by: after)
        authenticator.meanwhile = { [coordinator, authenticator] in
            authenticator.revoke(first)
            await coordinator.lease.replace(second)
        }
        try await coordinator.lease.checkLogin()
        #expect(coordinator.login.session?.id == second.id)
    }

    @Test func `a login that ends while its password is checked stays ended`() async throws {
        try await logIn()
        await coordinator.lease.lock()
        authenticator.meanwhile = { [coordinator] in await coordinator.lease.replace(nil) }
        try await coordinator.lease.unlock(with: Secret("open sesame"))
        #expect(coordinator.login == .loggedOut)
    }
}

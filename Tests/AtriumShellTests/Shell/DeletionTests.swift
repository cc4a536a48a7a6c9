// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Testing

/// What is left of users whose accounts are gone.
@MainActor
struct DeletionTests {
    @Test func `every app deletes what it keeps, and what was typed is forgotten`() async throws {
        let house = try await ShellOnScreen()
        let session = house.authenticator.make("ben")
        house.authenticator.delete(session)
        var forgotten: [String] = []
        house.shell.onHistoryForgotten = { forgotten.append($0) }
        _ = house.recorder.take()
        try await house.shell.finishDeletions()
        let number = session.user.rawValue
        #expect(house.recorder.take() == ["notes", "sms", "account"].map { "\($0) deletes the data of \(number)" })
        #expect(forgotten == ["notes", "sms", "account"].flatMap { ["\(number)-ben-\($0)", "ben-\($0)"] })
        // Once is enough.
        try await house.shell.finishDeletions()
        #expect(house.recorder.take().isEmpty)
    }
}

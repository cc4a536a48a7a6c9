// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTesting
import Testing

/// What is left of users whose accounts are gone.
@MainActor
struct DeletionTests {
    @Test func `every app deletes what it keeps, and what was typed is forgotten`() async throws {
        let fixture = try await ShellOnScreen()
        let session = fixture.authenticator.make("ben")
        fixture.authenticator.delete(session)
        var forgotten: [String] = []
        fixture.shell.onHistoryForgotten = { forgotten.append($0) }
        _ = fixture.recorder.take()
        try await fixture.shell.finishDeletions()
        let number = session.user.rawValue
        #expect(fixture.recorder.take() == ["notes", "sms", "account"].map { "\($0) deletes the data of \(number)" })
        #expect(forgotten == ["notes", "sms", "account"].map { "\(number)-ben-\($0)" })
        // Once is enough.
        try await fixture.shell.finishDeletions()
        #expect(fixture.recorder.take().isEmpty)
    }
}

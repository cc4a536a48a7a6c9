// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import Waiting

/// Waits until a condition holds; what never comes is an issue of the test, which goes on.
@MainActor
func goOn(
    until what: String, _ location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    do { try await wait(until: what, condition) } catch { Issue.record(error, sourceLocation: location) }
}

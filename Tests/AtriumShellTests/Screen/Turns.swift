// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// Lets everything that was started go on until a condition holds.
///
/// What never comes fails the test and holds up no other: it may take as long as the slowest machine needs for it.
@MainActor
func goOn(
    until condition: () -> Bool, within patience: Duration = .seconds(60),
    _ location: SourceLocation = #_sourceLocation
) async {
    let end = ContinuousClock.now + patience
    while !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("What was waited for did not come.", sourceLocation: location)
            return
        }
        await Task.yield()
    }
}

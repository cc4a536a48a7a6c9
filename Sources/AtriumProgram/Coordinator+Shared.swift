// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit

extension Coordinator {
    private static var composed: Coordinator?

    /// The one coordinator of this program.
    public static var shared: Coordinator {
        guard let composed else {
            // Only `RunningProgram` is built before there is one, and it sets it.
            fatalError("Coordinator.shared was asked for before the program was composed")
        }
        return composed
    }

    /// Makes a coordinator the shared one.
    static func share(_ coordinator: Coordinator) { composed = coordinator }
}

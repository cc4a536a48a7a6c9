// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A lock that those who use one folder take one after the other, those of other processes too.
///
/// It is gone with the process that holds it (flock(2)), and keeps nobody away for long.
package struct FolderLock: Sendable {
    private let path: String
    /// For so long somebody waits whom another one lets wait, who may have been stopped.
    private let patience: Duration

    /// The lock of a folder; no file is made for it.
    package init(_ path: String, patience: Duration = .seconds(5)) {
        self.path = path
        self.patience = patience
    }

    /// Does work while nobody else with this lock does.
    ///
    /// Where the folder takes no lock, or another one holds it for too long, the work is done all the same.
    ///
    /// - Parameter work: Gets whether all patience is spent.
    /// - Throws: what the work throws.
    package func held<Result>(_ work: (_ hasWaited: Bool) async throws -> Result) async rethrows -> Result {
        guard let folder = try? Descriptor(path, O_RDONLY | O_DIRECTORY, path: path) else {
            return try await work(false)
        }
        var hasWaited = false
        if (try? folder.lock(path: path)) == false { hasWaited = await !wait(for: folder) }
        defer { _ = flock(folder.number, LOCK_UN) }
        return try await work(hasWaited)
    }

    /// Whether the lock came in time.
    private func wait(for folder: Descriptor) async -> Bool {
        let end = ContinuousClock.now + patience
        return await BlockingCall.run(whileWanted: { isWanted in
            while isWanted(), ContinuousClock.now < end {
                if (try? folder.lock(path: path)) == true { return true }
                usleep(5_000)
            }
            return false
        })
    }
}

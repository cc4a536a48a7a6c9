// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Listens to the data of all open apps, and tells when something changed that nobody here has typed.
@MainActor
final class AppWatch {
    private let coordinator: Coordinator
    private let onChange: @MainActor (AppID) -> Void
    private var tasks: [(app: Int, task: Task<Void, Never>)] = []

    init(coordinator: Coordinator, onChange: @escaping @MainActor (AppID) -> Void) {
        self.coordinator = coordinator
        self.onChange = onChange
    }

    deinit { for entry in tasks { entry.task.cancel() } }

    /// Listens to the apps that are open now, and to no others any more.
    func follow() {
        let open = coordinator.openApps
        tasks.removeAll { entry in
            guard !open.contains(where: { $0.serial == entry.app }) else { return false }
            entry.task.cancel()
            return true
        }
        for app in open where !tasks.contains(where: { $0.app == app.serial }) {
            let (id, changes) = (app.id, app.model.changes())
            let task = Task { [weak self] in
                for await _ in changes { self?.onChange(id) }
            }
            tasks.append((app.serial, task))
        }
    }
}

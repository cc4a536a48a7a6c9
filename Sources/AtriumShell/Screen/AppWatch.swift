// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Listens to the data of all open apps, and tells when something changed that nobody here has typed.
@MainActor
final class AppWatch {
    private let coordinator: Coordinator
    private let onChange: @MainActor (AppID) -> Void
    private var tasks: [AppID: (app: Int, task: Task<Void, Never>)] = [:]

    init(coordinator: Coordinator, onChange: @escaping @MainActor (AppID) -> Void) {
        self.coordinator = coordinator
        self.onChange = onChange
    }

    deinit { for entry in tasks.values { entry.task.cancel() } }

    /// Listens to the apps that are open now, and to no others any more.
    func follow() {
        let open = coordinator.openApps
        for (id, entry) in tasks where !open.contains(where: { $0.id == id && $0.serial == entry.app }) {
            entry.task.cancel()
            tasks[id] = nil
        }
        for app in open where tasks[app.id] == nil {
            let (id, changes) = (app.id, app.model.changes())
            let task = Task { [weak self] in
                for await _ in changes { self?.onChange(id) }
            }
            tasks[id] = (app.serial, task)
        }
    }
}

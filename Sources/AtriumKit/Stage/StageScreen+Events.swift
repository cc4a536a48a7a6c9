// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What happens while somebody types.
extension StageScreen {
    /// Loads what the current app shows now, and draws it.
    func refresh() async throws {
        await refreshing?.value
        if !shell.coordinator.isCovered {
            try await shell.coordinator.appear()
            // What a command has told of in its own app is loaded with this; what comes meanwhile is loaded after it.
            let wasTold = changed.remove(shell.coordinator.current) != nil
            try await shell.coordinator.currentApp?.model.refresh()
            // The apps that are not seen yet have badges all the same.
            try shell.coordinator.openAll()
            follow()
            if wasTold, let app = shell.coordinator.currentApp { count(app) }
            await load()
        }
        redraw()
        await fill()
    }

    /// Waits until nothing is being loaded beside the commands.
    func settle() async { await refreshing?.value }

    private func follow() {
        let isNew = watch == nil
        let watch = watch ?? AppWatch(coordinator: shell.coordinator) { [weak self] in self?.note(changeIn: $0) }
        self.watch = watch
        watch.follow()
        let open = shell.coordinator.openApps
        let fresh = open.filter { !loaded.contains(ObjectIdentifier($0)) }
        loaded = Set(open.map { ObjectIdentifier($0) })
        changed.formUnion(fresh.map(\.id))
        for app in fresh { counted[app.id] = nil }
        if isNew { tick() }
    }

    /// Loads what changed while somebody is typing; during a command it waits for the command’s end, lest the one
    /// overwrites what the other has loaded.
    private func note(changeIn id: AppID) {
        changed.insert(id)
        guard refreshing == nil, shell.isAtPrompt else { return }
        refreshing = Task { [weak self] in
            await self?.load()
            self?.refreshing = nil
            self?.redraw()
        }
    }

    private func load() async {
        while let id = changed.popFirst() {
            guard let app = shell.coordinator.openApps.first(where: { $0.id == id }) else { continue }
            // What cannot be read now is told of by the next command.
            try? await app.model.refresh()
            count(app)
        }
    }

    /// Tells of what newly waits in an app.
    private func count(_ app: RunningApp) {
        let badge = app.model.badge
        defer { counted[app.id] = badge }
        guard let before = counted[app.id], !shell.jobs.explainsChange(in: app.id), badge > before,
            let factory = try? shell.coordinator.factory(app.id)
        else { return }
        shell.announce(Strings.newsWaiting(app: factory.title.string(in: shell.coordinator.language), count: badge))
    }

    /// Keeps the clock right.
    private func tick() {
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                guard let now = self?.shell.coordinator.world.clock.now else { return }
                let minute: Int64 = 60_000
                try? await Task.sleep(for: .milliseconds(minute - now.milliseconds % minute))
                self?.redraw()
            }
        }
    }
}

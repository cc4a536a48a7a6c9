// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumWorlds

/// Loads the content of the open apps: before each prompt, and later changes while the user types.
@MainActor
final class PanelLoader {
    private let coordinator: Coordinator
    private let input: InputState
    private var watch: AppWatch?
    private var changed: Set<AppID> = []
    /// The number of waiting things in each app at the last news.
    private var counted: [AppID: Int] = [:]
    private var followed: Set<Int> = []
    private var loading: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var seeing: Task<Void, Never>?

    /// Called when something was loaded while the user typed, and when the clock shows another minute.
    var onChange: @MainActor () -> Void = {}
    /// Called with an event, and with the app in which something newly waits if it is that.
    var onNews: @MainActor (LocalizedText, _ waitingApp: AppID?) -> Void = { _, _ in }
    /// Whether the cause of a change of an app’s data is known already.
    var explainsChange: @MainActor (AppID) -> Bool = { _ in false }

    init(coordinator: Coordinator, input: InputState) {
        self.coordinator = coordinator
        self.input = input
    }

    deinit { ticking?.cancel() }

    /// Whether anything was loaded yet.
    var hasLoadedAnything: Bool { !followed.isEmpty }

    /// Loads the present content of the current app.
    func refresh() async throws {
        await loading?.value
        guard !coordinator.isCovered else { return }
        try await coordinator.appear()
        // A command’s changes in its own app are loaded with this; later changes are loaded after it.
        let wasTold = changed.remove(coordinator.current) != nil
        try await coordinator.currentApp?.refresh()
        // The apps that are not seen yet have badges all the same.
        let closed = coordinator.openAll()
        follow()
        if wasTold, let app = coordinator.currentApp { count(app) }
        await loadChanged()
        if let first = closed.first { throw first.reason }
    }

    /// Waits until nothing is being loaded beside the commands.
    func settle() async { await loading?.value }

    /// Reports to the open thing that it was seen.
    func tellSeen(_ detail: DocumentPanel) {
        // One at a time: a store that others write to may make it wait.
        guard seeing == nil, !detail.unseen.isEmpty else { return }
        seeing = Task { [weak self] in
            await detail.wasSeen()
            self?.seeing = nil
        }
    }

    private func follow() {
        let isNew = watch == nil
        let watch = watch ?? AppWatch(coordinator: coordinator) { [weak self] in self?.note(changeIn: $0) }
        self.watch = watch
        watch.follow()
        let open = coordinator.openApps
        let fresh = open.filter { !followed.contains($0.serial) }
        followed = Set(open.map(\.serial))
        changed.formUnion(fresh.map(\.id))
        for app in fresh { counted[app.id] = nil }
        if isNew { tick() }
    }

    /// Loads changes while the user types; during a command it waits for the command’s end, so that the one does not
    /// overwrite what the other has loaded.
    private func note(changeIn id: AppID) {
        changed.insert(id)
        guard loading == nil, input.isAtPrompt else { return }
        loading = Task { [weak self] in
            await self?.loadChanged()
            self?.loading = nil
            self?.onChange()
        }
    }

    /// Loads the changes; false if there are none.
    @discardableResult
    func loadChanged() async -> Bool {
        var hasLoaded = false
        while let id = changed.popFirst() {
            guard let app = coordinator.openApps.first(where: { $0.id == id }) else { continue }
            // The next command reports content that cannot be read now.
            if id == coordinator.current {
                try? await app.refresh(isOwn: false)
                tellRewritten(app)
            } else {
                try? await app.refreshBadge()
            }
            count(app)
            hasLoaded = true
        }
        return hasLoaded
    }

    /// Reports that the document in view was changed elsewhere.
    private func tellRewritten(_ app: RunningApp) {
        guard let title = app.panels.detail?.takeRewritten(), !explainsChange(app.id) else { return }
        onNews(Strings.newsRewritten(title: title.string(in: coordinator.language)), nil)
    }

    /// Reports items that newly wait in an app.
    private func count(_ app: RunningApp) {
        let badge = app.model.badge
        defer { counted[app.id] = badge }
        guard let before = counted[app.id], !explainsChange(app.id), badge > before,
            let factory = try? coordinator.factory(app.id)
        else { return }
        onNews(Strings.newsWaiting(app: factory.title.string(in: coordinator.language), count: badge), app.id)
    }

    /// Keeps the clock right.
    private func tick() {
        ticking = Task { [weak self] in
            let minute: Int64 = 60_000
            guard var now = self?.coordinator.world.clock.now else { return }
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(minute - now.milliseconds % minute))
                guard let then = self?.coordinator.world.clock.now else { return }
                // It is the same minute if the wait was cut short, and if the clock is not the system’s.
                if then.milliseconds / minute != now.milliseconds / minute { self?.onChange() }
                now = then
            }
        }
    }
}

/// Observes the data of all open apps, and reports changes that were not typed here.
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

// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines that were being typed, each under a name, which outlive the process that they were typed in.
///
/// Each process has files of its own and holds a lock on them. What a process leaves behind, however it ended, is taken
/// over by the next one that asks for that name.
@MainActor
public final class LineDrafts {
    private let folder: String?
    private var drafts: [String: LineDraft] = [:]
    private var files: [String: LineDraftFile] = [:]
    private var asked: Set<String> = []

    /// Drafts with files in an existing folder that is the user’s alone; nil keeps them in memory only.
    public init(folder: String?) { self.folder = folder }

    /// The draft of this name, empty where there is none.
    ///
    /// Setting it writes its file at once; an empty draft has none.
    public subscript(name: String) -> LineDraft {
        get {
            if asked.insert(name).inserted, drafts[name] == nil { takeOver(name) }
            return drafts[name] ?? LineDraft()
        }
        set {
            guard newValue != drafts[name, default: LineDraft()] else { return }
            drafts[name] = newValue.text.isEmpty ? nil : newValue
            keep(newValue, as: name)
        }
    }

    /// Keeps a draft as long as this process is there, and none under its name on the disk.
    public func hold(_ draft: LineDraft, as name: String) {
        self[name] = LineDraft()
        drafts[name] = draft.text.isEmpty ? nil : draft
    }

    /// Removes a draft, and those that were left behind under its name.
    public func forget(_ name: String) {
        self[name] = LineDraft()
        if let folder { LineDraftFile.removeAll(in: folder, named: name) }
    }
}

extension LineDrafts {
    private func keep(_ draft: LineDraft, as name: String) {
        guard let folder else { return }
        if draft.text.isEmpty {
            files.removeValue(forKey: name)?.remove()
        } else {
            let file = files[name] ?? LineDraftFile(in: folder, named: name)
            files[name] = file
            file?.write(draft)
        }
    }

    /// Takes over the newest draft of a process that has ended; older ones wait for the next process.
    private func takeOver(_ name: String) {
        guard let folder, let left = LineDraftFile.left(in: folder, named: name) else { return }
        drafts[name] = left.draft
        // Its file with it, which is locked by this process now: it is never nowhere.
        files[name] = left.file
    }
}

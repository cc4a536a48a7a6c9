// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Foundation
import NotesLogic
import Synchronization

/// Learns from the kernel which files of a folder change, by name.
///
/// Asking costs a microsecond and never waits, and includes everything written before: a command sees every change that
/// was made before it. If the kernel has no more watches to give, all files are examined each time.
///
/// Source: inotify(7).
final class FolderWatch: Sendable {
    /// The changes of the folder.
    enum Change: Sendable {
        /// The files of these names.
        case some(Set<ExactPath>)
        /// Perhaps anything: a folder has come or gone, or there was too much to tell.
        case any
    }

    private struct State {
        var names: [Int32: String] = [:]
        var paths: Set<ExactPath> = []
        var isAny = false
        var isIndexTouched = false
        var hasOtherFiles = true
        var source: Source?
    }

    /// A source, and nothing that could change.
    ///
    /// `@unchecked Sendable`: Dispatch allows every call on a source from any thread; its Swift types do not say so.
    private struct Source: @unchecked Sendable {
        let wrapped: any DispatchSourceRead
    }

    private let root: String
    private let descriptor: Int32
    private let state = Mutex(State())
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR
            | IN_DONT_FOLLOW)
    private static let hiddenEvents = UInt32(IN_MODIFY | IN_ONLYDIR | IN_DONT_FOLLOW)

    /// - Parameter root: The folder’s path.
    init(_ root: String) {
        self.root = root
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        add(FolderFiles.hidden, Self.hiddenEvents)
    }

    deinit {
        let source = state.withLock { $0.source }
        // A descriptor must outlive the source that waits for it.
        if let source { source.wrapped.cancel() } else if descriptor >= 0 { close(descriptor) }
    }

    /// Watches a folder; the one itself is the empty name.
    func add(_ name: String) { add(name, Self.events) }

    private func add(_ name: String, _ events: UInt32) {
        let number = inotify_add_watch(descriptor, name.isEmpty ? root : root + "/" + name, events)
        let reason = errno
        state.withLock { state in
            if number >= 0 {
                state.names[number] = name
            } else if reason != ENOENT {
                (state.isAny, state.hasOtherFiles) = (true, true)
            }
        }
    }

    /// The changes since the last call.
    func take() -> Change {
        collect()
        return state.withLock { state in
            defer { state.paths = [] }
            // Without watches there is nothing that could set it again.
            if descriptor < 0 { return .any }
            defer { state.isAny = false }
            return state.isAny ? .any : .some(state.paths)
        }
    }

    /// Returns changes that could not be processed.
    func putBack(_ change: Change) {
        state.withLock { state in
            switch change {
            case .any: state.isAny = true
            case .some(let paths): state.paths.formUnion(paths)
            }
        }
    }

    /// Whether another process may have written the index since the last call.
    func takeIndexTouched() -> Bool {
        state.withLock { state in
            defer { state.isIndexTouched = false }
            return state.isIndexTouched
        }
    }

    /// Whether files other than notes may have come or gone since the last call.
    func takeHasOtherFiles() -> Bool {
        collect()
        return state.withLock { state in
            defer { state.hasOtherFiles = descriptor < 0 }
            return state.hasOtherFiles
        }
    }

    /// Calls whenever there is something to take, on a queue of its own, until the watch goes.
    func notify(_ body: @escaping @Sendable () -> Void) {
        guard descriptor >= 0 else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
        source.setEventHandler { [weak self] in
            self?.collect()
            body()
        }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        let kept = Source(wrapped: source)
        state.withLock { $0.source = kept }
        kept.wrapped.resume()
    }

    private func collect() {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes.withUnsafeBytes { note(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    private func note(_ bytes: UnsafeRawBufferPointer) {
        let head = MemoryLayout<inotify_event>.size
        var offset = 0
        state.withLock { state in
            while offset + head <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let name = bytes[(offset + head)..<min(offset + head + Int(event.len), bytes.count)].prefix { $0 != 0 }
                Self.note(event, String(decoding: name, as: UTF8.self), &state)
                offset += head + Int(event.len)
            }
        }
    }

    private static func note(_ event: inotify_event, _ name: String, _ state: inout State) {
        func has(_ flag: Int) -> Bool { event.mask & UInt32(flag) != 0 }
        if has(Int(IN_Q_OVERFLOW)) {
            (state.isAny, state.hasOtherFiles) = (true, true)
        } else if has(Int(IN_IGNORED)) {
            state.names[event.wd] = nil
        } else if let folder = state.names[event.wd] {
            if folder == FolderFiles.hidden {
                state.isIndexTouched = true
            } else if has(Int(IN_ISDIR)) {
                if !name.hasPrefix(".") { (state.isAny, state.hasOtherFiles) = (true, true) }
            } else if !FolderFiles.isNote(name) {
                if !has(Int(IN_CLOSE_WRITE)) { state.hasOtherFiles = true }
            } else if !has(Int(IN_CREATE)) {
                // A newly created file is still being written; the event of closing it comes later.
                state.paths.insert(ExactPath(folder.isEmpty ? name : folder + "/" + name))
            }
        }
    }
}

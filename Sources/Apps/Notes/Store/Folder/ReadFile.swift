// SPDX-License-Identifier: GPL-3.0-or-later

public import NotesDomain

/// A file as it was read.
struct ReadFile {
    /// What the file is known by.
    let stamp: FileStamp
    /// What it holds, or why that is no note.
    let bytes: Result<[UInt8], SkippedFile.Reason>
}

extension SkippedFile.Reason: Error {}

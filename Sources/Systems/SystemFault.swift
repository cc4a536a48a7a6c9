/// What an information system can fail of, as facts; a sentence is made of it by the presentation.
public enum SystemFault: Error, Sendable, Equatable {
    /// Another process has held the write lock for longer than the busy timeout.
    case busy(path: String)
    /// The disk or the quota is full; the data is as before.
    case full(path: String)
    /// The file is damaged: its header, a page, or its length.
    case damaged(path: String)
    /// The file is a database of another program, or no database.
    case foreign(path: String)
    /// The part of the file named `schema` was written by a newer version.
    case newer(path: String, schema: String, found: String, known: String)
    /// The file or its folder may not be written.
    case readOnly(path: String)
    /// The file or its folder cannot be opened; `reason` is the operating system's error number.
    case unreachable(path: String, reason: Int32)
    /// Anything else, with the system's own code.
    case other(path: String, code: Int32)
}

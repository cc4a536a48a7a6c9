/// Why an export ended.
package enum ExportFault: Error, Hashable, Sendable {
    /// A file or folder cannot be written; the operating system’s error number.
    case unwritable(path: String, reason: Int32)
    /// Something is there already, and stays.
    case exists(path: String)
}

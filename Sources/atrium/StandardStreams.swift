import Foundation

/// The three descriptors that a program is given.
enum StandardStreams {
    /// Opens `/dev/null` in place of those that are closed, and tells which were: otherwise the store’s file would
    /// become standard output, and get whatever is printed.
    static func fillClosed() -> [Int32] {
        var closed: [Int32] = []
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            closed.append(descriptor)
            // The lowest free descriptor is taken, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
        return closed
    }
}

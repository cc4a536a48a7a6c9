import AtriumKit
import Foundation

/// Where the repository is that these tests belong to.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Every session script beside the tests.
    static let scripts = ScriptFiles.named(by: [root + "/Tests/Sessions"])
}

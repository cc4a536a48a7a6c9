// SPDX-License-Identifier: GPL-3.0-or-later

public import Files
public import Session

extension FileFault: UserFacing {
    /// A stable word for programs.
    public var code: String { "file" }

    /// Which file, and what was wrong with it.
    public var sentence: LocalizedText {
        SystemReason.sentence(reason) { Strings.faultFile(path: path, reason: $0) }
    }
}

extension OpenFiles.TooFew: UserFacing {
    /// A stable word for programs.
    public var code: String { "open-files" }

    /// How many files may be open, and how many have to.
    public var sentence: LocalizedText { Strings.faultFewFiles(allowed: allowed, needed: OpenFiles.fewest) }
}

// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
public import NotesDomain
package import Session

extension GitFault: UserFacing {
    package var code: String {
        switch self {
        case .noFolder: "notes.git-no-folder"
        case .missing: "notes.git-missing"
        case .off: "notes.git-off"
        case .badChoice: "command.not-a-choice"
        case .notMade: "notes.git-not-made"
        case .ignored: "notes.git-ignored"
        case .notCommitted: "notes.git-not-committed"
        case .tooLong: "notes.git-too-long"
        case .underWay: "notes.git-under-way"
        case .noBranch: "notes.git-no-branch"
        case .noRemote: "notes.git-no-remote"
        case .noUpstream: "notes.git-no-upstream"
        case .notFetched: "notes.git-not-fetched"
        case .conflict: "notes.git-conflict"
        case .notMerged: "notes.git-not-merged"
        case .notPushed: "notes.git-not-pushed"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .noFolder: Strings.faultGitNoFolder
        case .missing: Strings.faultGitMissing
        case .off: Strings.faultGitOff
        case .badChoice(let typed): Strings.faultGitBadChoice(typed: typed)
        case .notMade(let said): Strings.faultGitNotMade(said: said)
        case .ignored(let path): Strings.faultGitIgnored(path: path)
        case .notCommitted(let said): Strings.faultGitNotCommitted(said: said)
        case .tooLong(let command): Strings.faultGitTooLong(command: command)
        case .underWay: Strings.faultGitUnderWay
        case .noBranch: Strings.faultGitNoBranch
        case .noRemote: Strings.faultGitNoRemote
        case .noUpstream(let branch, let remote): Strings.faultGitNoUpstream(branch: branch, remote: remote)
        case .notFetched(let said): Strings.faultGitNotFetched(said: said)
        case .conflict(let files): Strings.faultGitConflict(files: Self.names(files))
        case .notMerged(let said): Strings.faultGitNotMerged(said: said)
        case .notPushed(let said): Strings.faultGitNotPushed(said: said)
        }
    }

    package var status: ExitStatus { if case .badChoice = self { .usage } else { .failure } }

    /// So many files are named.
    private static let most = 5

    private static func names(_ files: [String]) -> String {
        (files.prefix(most) + (files.count > most ? ["…"] : [])).joined(separator: ", ")
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// What git, or the way to it, does not do for a folder of notes.
///
/// What `said` holds is git’s own words: text from anywhere.
package enum GitFault: Error, Hashable, Sendable {
    /// The notes are in no folder.
    case noFolder
    /// The program is not installed.
    case missing
    /// `notes.git` is off.
    case off
    /// What was typed as `notes.git` is neither on nor off.
    case badChoice(String)
    /// No repository could be made in the folder.
    case notMade(said: String)
    /// The repository leaves the folder out.
    case ignored(path: String)
    /// Changes are not committed yet.
    case notCommitted(said: String)
    /// It has not ended in time, and was stopped.
    case tooLong(command: String)
    /// A merge or a rebase that somebody has begun is not finished.
    case underWay
    /// The work tree is on no branch.
    case noBranch
    /// The repository knows no other one.
    case noRemote
    /// The branch follows none of another repository.
    case noUpstream(branch: String, remote: String)
    /// What others have could not be fetched.
    case notFetched(said: String)
    /// The same lines were changed here and elsewhere; everything is as it was before.
    case conflict(files: [String])
    /// What was fetched could not be put together with what is here; everything is as it was before.
    case notMerged(said: String)
    /// The other repository has not taken what went.
    case notPushed(said: String)
}

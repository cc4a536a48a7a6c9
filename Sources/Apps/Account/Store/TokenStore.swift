// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps the token of one login for later processes of the same system user.
///
/// The store knows its fingerprint only, so the token is a secret: it is kept where that system user alone can read.
package protocol TokenStore: Sendable {
    /// Keeps this token instead of any other.
    ///
    /// - Throws: `StoreFault`; what was kept before is then still kept.
    func keep(_ token: String) throws
    /// The token that is kept; nil when there is none, or none that only this system user could have written.
    func kept() -> String?
    /// Keeps no token any more.
    ///
    /// - Throws: `StoreFault`.
    func forget() throws
}

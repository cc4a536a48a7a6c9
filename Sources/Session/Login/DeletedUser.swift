// SPDX-License-Identifier: GPL-3.0-or-later

/// A user whose account is gone, and whose data may not be yet.
public struct DeletedUser: Hashable, Sendable {
    /// Whose data it is; the number is given to nobody else.
    public let user: UserID
    /// The name the user logged in with, which somebody else may have next.
    public let name: String

    /// A user of this number and name.
    public init(user: UserID, name: String) {
        self.user = user
        self.name = name
    }
}

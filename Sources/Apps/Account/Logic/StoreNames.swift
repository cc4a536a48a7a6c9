// SPDX-License-Identifier: GPL-3.0-or-later

import AccountStore

/// What an account says of its user; see module AccountStore.
package typealias Profile = AccountStore.Profile

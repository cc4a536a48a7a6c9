// SPDX-License-Identifier: GPL-3.0-or-later

import Systems

/// What somebody typed to find messages; see module Systems.
package typealias MessageQuery = Systems.SearchQuery

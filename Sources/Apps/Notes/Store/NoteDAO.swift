// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Stores

/// The notes of one user, in memory, a SQLite file or a folder.
package typealias NoteStore = any Store<any NoteReader, any NoteTransaction, NoteChange>

// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

// What panels know of the store, which they do not import.
package typealias Attachment = NotesStore.Attachment
package typealias Note = NotesStore.Note
package typealias NoteCounts = NotesStore.NoteCounts
package typealias NoteLabel = NotesStore.NoteLabel
package typealias NoteVersion = NotesStore.NoteVersion
package typealias NoteQuery = NotesStore.NoteQuery
package typealias NoteSort = NotesStore.NoteSort
package typealias SavedQuery = NotesStore.SavedQuery
package typealias UnfinishedNote = NotesStore.UnfinishedNote
package typealias LinkTarget = NotesStore.LinkTarget
package typealias MatchExcerpt = NotesStore.MatchExcerpt
package typealias Day = NotesStore.Day
package typealias Todo = NotesStore.Todo
package typealias FolderRefusal = NotesStore.FolderRefusal
package typealias RenamedFile = NotesStore.RenamedFile
typealias ISOTime = NotesStore.ISOTime
package typealias NotebookName = NotesStore.NotebookName
package typealias StoreChoice = NotesStore.StoreChoice
package typealias SkippedFile = NotesStore.SkippedFile

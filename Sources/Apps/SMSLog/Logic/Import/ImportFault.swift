// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a file cannot be imported, or not to its end.
package enum ImportFault: Error, Hashable, Sendable {
    /// The file cannot be read; `reason` is the operating system’s error number.
    case unreadable(reason: Int32)
    /// Its name is not UTF-8, and cannot be opened.
    case nameNotText
    /// There is nothing in it.
    case empty
    /// The folder has no file that may be meant.
    case emptyFolder
    /// It is a link to a folder, which is not followed.
    case linkedFolder
    /// It is a folder that is taken for the files of messages beside it, and has messages of its own.
    case folderOfFiles
    /// Files of a folder with these names have no messages, and are files of none.
    case withoutMessages([String])
    /// It is a hidden file, which holds no person’s messages; but there are some.
    case hiddenFile
    /// It is a hidden folder, which holds no person’s messages; but there are some.
    case hiddenFolder
    /// It is an archive that is damaged, or packed in a way that is not read.
    case damagedArchive
    /// It is an archive that has far more bytes when it is unpacked than any of its kind.
    case largeArchive
    case archiveWithoutMessages
    /// It is a link in an archive, or its path there leads out of the archive.
    case outsideArchive(path: String)
    /// It is sealed with a password.
    case sealed
    /// It is a database of something else than messages.
    case notMessages
    case damagedDatabase
    /// It is a backup of iOS that is sealed with a password.
    case sealedBackup
    /// It is a backup of iOS without messages.
    case backupWithoutMessages
    /// It is Atrium’s own, of a version that this one does not know.
    case newer(version: Int)
    /// The chat does not show which of these people is the user.
    case unknownSelf(names: [String])
    /// Whether dates such as this one have the day or the month first does not show.
    case unknownDateOrder(sample: String)
    /// The dates of a chat, such as this one, have no year.
    case yearless(sample: String)
    /// The table does not show which of its columns are the missing ones.
    case unknownColumns(found: [String], missing: [TableColumn])
    /// A table has no column of this name.
    case absentColumn(name: String, found: [String])
    /// The column of the table does not show which of these words marks a message that the user sent.
    case unknownDirection(column: String, words: [String])
    /// It is a table of a signed folder, whose messages are in a file of this name.
    case legalTable(sources: String)
    /// It is a page that signal-export has made of a chat, whose messages are in a file of this name.
    case signalPage(messages: String)
    /// It is a list of blocked numbers.
    case blockedNumbers
    /// It is JSON of another program.
    case unknownJSON
    /// It is no XML from this line on.
    case notXML(line: Int)
    /// It is XML of another kind, whose outermost element has this name.
    case notBackup(root: String)
    /// It has a DOCTYPE, which no backup has and which is refused for its possible effects.
    case doctype(line: Int)
    /// It breaks the rules of XML here.
    case malformed(line: Int, column: Int)
    /// It ends too early; the line is that of the last thing begun.
    case truncated(line: Int)
    /// Its elements are nested too deep.
    case tooDeep(line: Int)
    /// It is in an encoding that is not read.
    case unsupportedEncoding(String)
    /// There is not enough memory for one of its values.
    case outOfMemory
}

/// A column of a table of messages; the words are those that a user types for it.
package enum TableColumn: Int, CaseIterable, Sendable {
    /// The date, with or without a time of day.
    case date
    /// The time of day, if it stands apart.
    case time
    case text
    /// The sender.
    case from
    /// The recipient.
    case to
    /// The other end, whatever the direction.
    case number
    case direction
    /// Whether the user sent it: yes or no.
    case mine
    /// The name of the other end.
    case name
    /// The name of the conversation.
    case chat
    case status
    /// Whether it was read.
    case read
    /// The kind of message, or a call.
    case kind
    case subject
    /// The message that it answers.
    case reply
    /// The names of its files.
    case files
    /// The media types of its files.
    case types
    /// Their SHA-256.
    case sha256
    /// The participants, each with a role.
    case participants
    /// The date at which the other end sent it.
    case sent
    /// The date at which it arrived.
    case delivered
    /// The card or the account.
    case sim
    /// The network’s centre.
    case centre
    /// Whether it is protected.
    case locked
    /// The outcome of a call.
    case call
    /// The length of a call in seconds.
    case seconds
    /// Why it failed.
    case failure
    /// The other end as it was written.
    case written
    /// The network’s name for it.
    case network
    /// Whether the date only gives its place.
    case undated

    /// The word that a user types for it.
    package var word: String { "\(self)" }
}

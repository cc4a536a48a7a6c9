// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import AtriumStores

/// The faults of the message log, as facts.
package enum SMSLogFault: RuleFault, Hashable, Sendable {
    /// The corporate book has this name for a number, which no name of the user’s own replaces.
    case corporateName(String, Address)
    /// No message has this number.
    case unknownMessage(Int)
    /// There is neither a conversation nor a contact of this number or name.
    case unknownNumber(String)
    /// Several contacts have this name; these are the numbers of some of them.
    case ambiguousName(String, numbers: [String])
    /// No group has exactly these members.
    case noGroup([String])
    /// Several groups have exactly these members; these are the numbers of some of them.
    case severalGroups([String], numbers: [String])
    /// There is no such region.
    case unknownRegion(String)
    /// No message can be sent to this.
    case notDialable(String)
    /// A text is for one, and this is a group.
    case notToGroup(String)
    /// A number with a country code has fewer digits than any there.
    case tooShort(String)
    /// A line of a list has no recipient.
    case noRecipient
    /// There is no text to send.
    case emptyText
    /// The text takes more parts than a message can have.
    case tooLong(parts: Int)
    /// The time at which a message is to be sent is over; as it was typed.
    case past(String)
    /// There is no gateway that could send a message later.
    case nothingSendsLater
    /// No column of a list fills this gap of a text.
    case unknownGap(String, columns: [String])
    /// A list has no recipient.
    case emptyList(String)
    /// A number and the beginning of the text may be one number together, and neither is known.
    case severalNumbers(first: String, joined: String, rest: String)
    /// The message came in, or has been sent: only failed and pending ones are sent again.
    case notResendable(Int, SendStatus)
    /// The message is from a file: it is never sent from here.
    case notOwn(Int)
    /// The gateway has the message, or may have it, and has not reported its status.
    case handedOver(Int)
    /// The status of the message is known: the user has nothing to decide.
    case notDoubtful(Int)
    /// There is no template of this name.
    case unknownTemplate(String, known: [String])
    /// There is a template of this name already.
    case templateExists(String)
    /// A value for a gap that a template does not have.
    case unknownTemplateGap(String, template: String, gaps: [String])
    /// A gap of a template has no value.
    case emptyGap(String, template: String)
    /// A list has no value for a gap of a recipient’s text.
    case emptyListGap(String)
    /// A template has its own text, and goes with no other.
    case templateOrText(String)
    /// A value that fills no gap.
    case badGapValue(String)
    /// There is no gateway of this name.
    case unknownGateway(String)
    /// There is a gateway of this name already.
    case gatewayExists(String)
    /// The database of a gateway is not there.
    case noGatewayFile(String)
    /// The folder of a gateway belongs to the system, or the user may not write in it.
    case noOutbox(String)
    /// The typed text does not name a store.
    case badStore(String)
    /// This file is among those that everything is kept in.
    case storePlace(String)
    /// A file that is chosen for messages is something else.
    case noStore(String)
    /// Nothing is sent from this store, nor received into it.
    case storeSendsNothing
    /// The messages that are shown are none that go to the archive.
    case archivesNothing
    /// This number of messages did not arrive in another store: all are still where they were.
    case notArrived(Int)
    /// These messages are only looked at; the name of the file that they are from.
    case onlyLooked(String)
    /// No file is looked at that could be left.
    case notLooking
    /// The typed text is not an address of a gateway.
    case badAddress(String)
    /// The typed text is not a port to listen at.
    case badPort(String)
    /// The typed text is not a daily number of messages for a gateway.
    case badDailyLimit(String)
    /// A gateway of a network needs this option.
    case needsOption(String)
    /// An option that such a gateway has no use for.
    case uselessOption(String, kind: GatewayKind)
    /// A gateway is a folder, and has no password.
    case needsNoPassword(String)
    /// A gateway cannot be used, for this reason, as `GatewayReason` keeps it.
    case gatewayTrouble(String, reason: String)
    /// No conversation is open whose pages could be turned.
    case noOpenThread
    /// The open conversation has no older messages.
    case nothingOlder
    /// The open conversation has no newer messages.
    case nothingNewer
    /// This is not the password of the key that signs.
    case wrongSigningPassword
    /// The key that signs cannot be read.
    case damagedKey
    /// The first of some days is after the last.
    case emptySpan(from: Day, to: Day)
    /// A contact needs a name.
    case emptyName
    /// There is no message with this one.
    case noConversation(String)
    /// There is no draft to this recipient.
    case noDraft(String)
    /// These are one person already.
    case onePerson(String)
    /// This person has only one number.
    case oneNumber(String)
    /// This is a group, not a person.
    case notAPerson(String)
    /// This means no conversation.
    case noMatch(String)
    /// A conversation was changed again since a command changed it.
    case changedSince(String, command: String)
    /// The messages of an import were removed by `undo`, and come back with their file alone.
    case importIsOver(String)
}

// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogStore

// The panels speak of stored values but see no store: they know these by the logic’s own names.

/// A stored message.
package typealias Message = SMSLogStore.Message
/// A place in the order of a conversation.
package typealias MessagePosition = SMSLogStore.MessagePosition
/// Which way a message went.
package typealias MessageDirection = SMSLogStore.MessageDirection
/// How far a message has come.
package typealias SendStatus = SMSLogStore.SendStatus
/// How far handing a message to the gateway has come.
package typealias Handover = SMSLogStore.Handover
/// By which service a message travelled.
package typealias MessageKind = SMSLogStore.MessageKind
/// A part of a multimedia message.
package typealias Attachment = SMSLogStore.Attachment
/// The other end of a conversation.
package typealias Address = SMSLogStore.Address
/// Somebody with a name.
package typealias Contact = SMSLogStore.Contact
/// Where a contact is from.
package typealias ContactKind = SMSLogStore.ContactKind
/// Which conversations are meant.
package typealias ConversationKind = SMSLogStore.ConversationKind
/// All messages with one address.
package typealias Conversation = SMSLogStore.Conversation
/// Which messages of a conversation to read.
package typealias Page = SMSLogStore.Page
/// How much there is.
package typealias Tally = SMSLogStore.Tally

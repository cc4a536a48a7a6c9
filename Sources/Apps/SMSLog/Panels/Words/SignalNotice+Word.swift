// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import Session

/// What Signal’s notices say, in words of a language.
enum SignalNotices {
    private static let texts: [String: LocalizedText] = [
        "genericGroup": Strings.signalGenericGroup,
        "groupCreation": Strings.signalGroupCreation,
        "groupName": Strings.signalGroupName,
        "groupAvatar": Strings.signalGroupAvatar,
        "groupDescription": Strings.signalGroupDescription,
        "groupMembershipAccessLevelChange": Strings.signalGroupMembershipAccessLevelChange,
        "groupAttributesAccessLevelChange": Strings.signalGroupAttributesAccessLevelChange,
        "groupAnnouncementOnlyChange": Strings.signalGroupAnnouncementOnlyChange,
        "groupAdminStatus": Strings.signalGroupAdminStatus,
        "groupMemberLeft": Strings.signalGroupMemberLeft,
        "groupMemberRemoved": Strings.signalGroupMemberRemoved,
        "selfInvitedToGroup": Strings.signalSelfInvitedToGroup,
        "selfInvitedOtherUserToGroup": Strings.signalSelfInvitedOtherUserToGroup,
        "groupUnknownInvitee": Strings.signalGroupUnknownInvitee,
        "groupInvitationAccepted": Strings.signalGroupInvitationAccepted,
        "groupInvitationDeclined": Strings.signalGroupInvitationDeclined,
        "groupMemberJoined": Strings.signalGroupMemberJoined,
        "groupMemberAdded": Strings.signalGroupMemberAdded,
        "groupSelfInvitationRevoked": Strings.signalGroupSelfInvitationRevoked,
        "groupInvitationRevoked": Strings.signalGroupInvitationRevoked,
        "groupJoinRequest": Strings.signalGroupJoinRequest,
        "groupJoinRequestApproval": Strings.signalGroupJoinRequestApproval,
        "groupJoinRequestCanceled": Strings.signalGroupJoinRequestCanceled,
        "groupInviteLinkReset": Strings.signalGroupInviteLinkReset,
        "groupInviteLinkEnabled": Strings.signalGroupInviteLinkEnabled,
        "groupInviteLinkAdminApproval": Strings.signalGroupInviteLinkAdminApproval,
        "groupInviteLinkDisabled": Strings.signalGroupInviteLinkDisabled,
        "groupMemberJoinedByLink": Strings.signalGroupMemberJoinedByLink,
        "groupV2Migration": Strings.signalGroupV2Migration,
        "joined_signal": Strings.signalJoinedSignal,
        "identity_update": Strings.signalIdentityUpdate,
        "identity_verified": Strings.signalIdentityVerified,
        "identity_default": Strings.signalIdentityDefault,
        "change_number": Strings.signalChangeNumber,
        "end_session": Strings.signalEndSession,
        "chat_session_refresh": Strings.signalChatSessionRefresh,
        "bad_decrypt": Strings.signalBadDecrypt,
        "payments_activated": Strings.signalPaymentsActivated,
        "reported_spam": Strings.signalReportedSpam,
        "blocked": Strings.signalBlocked,
        "unblocked": Strings.signalUnblocked,
        "message_request_accepted": Strings.signalMessageRequestAccepted,
        "threadMerge": Strings.signalThreadMerge,
        "sessionSwitchover": Strings.signalSessionSwitchover,
        "learnedProfileChange": Strings.signalLearnedProfileChange,
    ]

    /// The words for a notice by its name in a file; nil for one that is not known.
    static func words(in language: Language) -> @Sendable (String) -> String? {
        { texts[$0]?.string(in: language) }
    }
}

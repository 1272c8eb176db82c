use crate::named_enum::named_enum;

named_enum! {
    /// Everything that is done to a request or to one of its documents, as the wire and the audit log name it.
    pub enum RequestAction {
        Create = "create",
        Edit = "edit",
        Delete = "delete",
        Clone = "clone",
        Send = "send",
        Approve = "approve",
        Decline = "decline",
        Cancel = "cancel",
        Extend = "extend",
        Expire = "expire",
        Forward = "forward",
        Notify = "notify",
        Remind = "remind",
        SkipReminder = "skipreminder",
        AddParty = "addparty",
        AddDocument = "adddocument",
        RemoveDocument = "removedocument",
        Upload = "upload",
        Stage = "stage",
        Unstage = "unstage",
        Quarantine = "quarantine",
        Submit = "submit",
        Accept = "accept",
        Reject = "reject",
        SendBack = "sendback",
        Undo = "undo",
        NotRequired = "notrequired",
        Claim = "claim",
        AnswerClaim = "answerclaim",
        AskWaiver = "askwaiver",
        AnswerWaiver = "answerwaiver",
        WithdrawWaiver = "withdrawwaiver",
        Remark = "remark",
        Verify = "verify",
        Original = "original",
        Evidence = "evidence",
        Hold = "hold",
        LiftHold = "lifthold",
        Purge = "purge",
    }
}

use RequestAction::*;

impl RequestAction {
    /// The actions of `docrequest/action`.
    pub const CALLS: &'static [RequestAction] = &[
        Send,
        Approve,
        Decline,
        Cancel,
        Extend,
        Forward,
        Notify,
        Remind,
        NotRequired,
        RemoveDocument,
        Claim,
        AnswerClaim,
        AnswerWaiver,
        WithdrawWaiver,
        AddDocument,
        AddParty,
    ];
    /// Those of them that can be done to several requests in one call.
    pub const BULK_CALLS: &'static [RequestAction] = &[Send, Extend, Cancel, Forward, Remind];
    /// What `allowed` of a request can list.
    pub const ON_REQUEST: &'static [RequestAction] = &[
        Send,
        Edit,
        Delete,
        Approve,
        Decline,
        Extend,
        Cancel,
        Forward,
        Notify,
        Remind,
        AddDocument,
        AddParty,
        Clone,
        Hold,
        Evidence,
    ];
    /// What `allowed` of a row in a list can contain: the actions of the list itself.
    pub const ON_ROW: &'static [RequestAction] = &[Send, Edit, Remind, Extend, Cancel, Forward, Delete, Clone];
    /// What `allowed` of a document can list.
    pub const ON_DOCUMENT: &'static [RequestAction] = &[
        Upload,
        Submit,
        Accept,
        Reject,
        SendBack,
        Undo,
        NotRequired,
        AnswerClaim,
        AnswerWaiver,
        WithdrawWaiver,
        Claim,
        RemoveDocument,
        Remark,
        Original,
    ];

    /// The action of `docrequest/action` with this name.
    pub fn parse_call(name: &str) -> Option<RequestAction> {
        RequestAction::parse(name).filter(|action| RequestAction::CALLS.contains(action))
    }

    /// The fields that the body of an action must have, besides the request it is about.
    pub fn required_fields(self) -> &'static [&'static str] {
        match self {
            Decline | Cancel => &["reason"],
            Claim => &["reason", "documentNo"],
            NotRequired | RemoveDocument | WithdrawWaiver => &["documentNo"],
            AnswerClaim | AnswerWaiver => &["documentNo", "granted"],
            Extend => &["expiresOn"],
            Forward => &["toUserId"],
            AddDocument => &["documentCode", "partySeqNo"],
            AddParty => &["party"],
            _ => &[],
        }
    }
}

/// The names of some actions, for a declaration.
pub(super) const fn names<const N: usize>(actions: &[RequestAction]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = actions[at].name();
        at += 1;
    }
    names
}

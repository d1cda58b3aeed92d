import type { ApiFault } from './api-document.ts';

type Advice = { readonly meaning: string; readonly fix: string };

/** Returns the meaning of an error and how to fix it. A code without its own text gets that of its status. */
export function adviceOn({ code, status, title }: ApiFault): Advice {
  return byCode[code] ?? { meaning: `${title}.`, fix: byStatus[status] ?? 'Read `error` and `hint` in the response.' };
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'Correct the fields in `errors`, then resend the request.',
  401: 'Sign in and send the token in the `Authorization` header.',
  403: 'Ask someone whose role allows it. `hint` names what is required.',
  404: 'Check the identifier in the path.',
  406: 'Request a media type that the operation lists.',
  409: 'Read the current state and decide again.',
  413: 'Send less in one request.',
  415: 'Send JSON with `Content-Type: application/json`.',
  429: 'Wait for the seconds in the `Retry-After` header.',
  500: 'Retry once. If it fails again, report the `requestId` to the operator.',
  503: 'Try again in a moment, with the same `Idempotency-Key`.',
};

const byCode: Readonly<Record<string, Advice>> = {
  'request.invalid': {
    meaning: 'A field is missing, unknown or invalid.',
    fix: 'Each entry of `errors` names the field (`in`, `pointer`) and what is expected.',
  },
  'request.unauthenticated': {
    meaning: 'The request has no token, or its session has ended.',
    fix: 'Sign in with `POST /api/auth/login` and send `Authorization: Bearer <token>`.',
  },
  second_factor_required: {
    meaning: 'The password is right, and the account has a second factor.',
    fix: 'Repeat the call with `otp`: a code from the authenticator app, or a recovery code.',
  },
  step_up_required: {
    meaning: 'This change requires a sign-in or a confirmation within the last 10 minutes.',
    fix: 'Call `POST /api/auth/step-up` with the password (and a code), then repeat the call.',
  },
  'request.forbidden': {
    meaning: "The account's role does not allow this.",
    fix: 'Use an account with one of the roles in `hint`.',
  },
  'request.not_found': {
    meaning: 'The path does not exist, or not with this method.',
    fix: 'Check the path and method against this reference.',
  },
  'request.idempotency_mismatch': {
    meaning: 'This `Idempotency-Key` was used for a different request.',
    fix: 'Create a new key for each write. Reuse a key only to retry the same request.',
  },
  'request.too_large': {
    meaning: "The body exceeds the route's limit (256 KiB unless stated otherwise).",
    fix: 'Send less, or split it into several requests.',
  },
  'request.media_type': {
    meaning: 'The body is not JSON or is not declared as JSON.',
    fix: 'Send `Content-Type: application/json`.',
  },
  'request.too_many': {
    meaning: 'Too many attempts in a short time.',
    fix: 'Wait for the seconds in the `Retry-After` header.',
  },
  'server.internal': {
    meaning: 'The server failed. The cause is in its log, not in the response.',
    fix: 'Retry once. If it fails again, report the `requestId` to the operator.',
  },
  'server.unavailable': {
    meaning: 'The server is starting, stopping or has lost its database.',
    fix: 'Try again in a moment. A write with the same `Idempotency-Key` takes effect only once.',
  },
  'participants.bad_credentials': {
    meaning: 'The username or the password is wrong. The response does not reveal which.',
    fix: 'Check both. After a few failures, each further attempt is delayed longer.',
  },
  'participants.inactive': {
    meaning: 'The account or the participant is deactivated.',
    fix: 'Ask an administrator, or the account that registered it, to activate it.',
  },
  'participants.not_registered': {
    meaning: 'The `user` of the event is not a participant.',
    fix: 'Register it first with `POST /api/register`.',
  },
  'participants.username_taken': { meaning: 'The username is taken. Case is ignored.', fix: 'Choose another one.' },
  'participants.identifier_taken': {
    meaning: 'An administrator confirmed the identifier for another participant.',
    fix: 'Remove it, or ask an administrator to withdraw that confirmation.',
  },
  'participants.identifier_not_claimed': {
    meaning: 'The account does not claim this identifier.',
    fix: 'Use a spelling from the `identifiers` of the account.',
  },
  'participants.weak_password': {
    meaning: 'The password is one of the most commonly guessed.',
    fix: 'Choose a longer, less common one.',
  },
  'participants.wrong_password': {
    meaning: 'The current password is wrong.',
    fix: 'Send the correct current password.',
  },
  'participants.reset_invalid': {
    meaning: 'The one-time link was used, has expired or was replaced.',
    fix: 'Ask an administrator for a new one.',
  },
  'participants.not_yours': {
    meaning:
      'Only the participant itself, the account that registered it or an administrator may change it. Only another administrator may deactivate an administrator.',
    fix: 'Ask one of them.',
  },
  'participants.last_administrator': {
    meaning: 'At least one active administrator is required.',
    fix: 'Make another account an administrator first.',
  },
  'participants.own_account': {
    meaning: 'Administrators cannot deactivate themselves or remove their own administrator rights.',
    fix: 'Ask another administrator.',
  },
  'participants.no_password': {
    meaning: 'The participant is managed by an account and has no sign-in.',
    fix: 'Manage it through the account that registered it.',
  },
  'trace.asset_exists': {
    meaning: '`manufactured` creates an asset, but this id is taken.',
    fix: 'Use another id, or record the event of the existing asset with another action.',
  },
  'trace.asset_not_found': {
    meaning: 'No event has created an asset with this id.',
    fix: 'Check the id, or record `manufactured` first.',
  },
  'trace.action_reserved': {
    meaning: 'The action is reserved by the ledger.',
    fix: 'Choose another word for the action.',
  },
  'trace.correction_invalid': {
    meaning: 'The block to correct is not an event of this asset, or was already corrected.',
    fix: 'Check `meta.corrects` against the history of the asset.',
  },
  'trace.not_yours': {
    meaning: 'The caller may not record this action, or not for this participant.',
    fix: 'Record for yourself or for a participant that you registered, with an action that your role allows.',
  },
  'trace.quota_exceeded': {
    meaning: 'The account has recorded as many events, or as many bytes, as it may in a day.',
    fix: 'Wait for the seconds in the `Retry-After` header, or ask the operator to raise the limit in `hint`.',
  },
  'ledger.no_checkpoint': {
    meaning: 'No signed checkpoint covers the block yet.',
    fix: 'Retry in a second or two. A checkpoint is signed whenever the chain grows.',
  },
  'ledger.block_not_found': {
    meaning: 'The chain has no block with this index or hash.',
    fix: 'Compare the index with the `length` from `GET /api/chain`.',
  },
};

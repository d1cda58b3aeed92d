import type { ApiFault } from './api-document.ts';

type Advice = { readonly meaning: string; readonly fix: string };

/** What a refusal means and what to do about it. A code that has no words of its own gets those of its status. */
export function adviceOn({ code, status, title }: ApiFault): Advice {
  return byCode[code] ?? { meaning: `${title}.`, fix: byStatus[status] ?? 'Read `error` and `hint` of the answer.' };
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'Correct what `errors` names, then send it again.',
  401: 'Sign in, and send the token in the header `Authorization`.',
  403: 'Ask somebody whose role allows it. `hint` names what it takes.',
  404: 'Check the identifier in the path.',
  406: 'Ask for a media type that the operation lists.',
  409: 'Read the current state, and decide anew.',
  413: 'Send less in one request.',
  415: 'Send JSON with the header `Content-Type: application/json`.',
  429: 'Wait for as many seconds as the header `Retry-After` says.',
  500: 'Try once more. If it stays, tell the operator the `requestId`.',
  503: 'Try again in a moment, with the same `Idempotency-Key`.',
};

const byCode: Readonly<Record<string, Advice>> = {
  'request.invalid': {
    meaning: 'A field is missing, unknown, or not of its form.',
    fix: 'Each entry of `errors` names the field (`in`, `pointer`) and what would be right.',
  },
  'request.unauthenticated': {
    meaning: 'No token came with the request, or its session has ended.',
    fix: 'Sign in with `POST /api/auth/login`, and send `Authorization: Bearer <token>`.',
  },
  'request.forbidden': {
    meaning: 'The account is known, and its role does not allow this.',
    fix: 'Use an account with a role that does. `hint` names them.',
  },
  'request.not_found': {
    meaning: 'There is no such path, or not with this method.',
    fix: 'Compare path and method with this reference.',
  },
  'request.idempotency_mismatch': {
    meaning: 'This `Idempotency-Key` came before, with another request.',
    fix: 'Make a key for each intended write. Keep one only to repeat the very same request.',
  },
  'request.too_large': {
    meaning: 'The body is larger than the route takes (256 KiB unless it says otherwise).',
    fix: 'Send less, or in several requests.',
  },
  'request.media_type': {
    meaning: 'The body is not JSON, or does not say so.',
    fix: 'Send the header `Content-Type: application/json`.',
  },
  'request.too_many': {
    meaning: 'There were too many attempts in a short time.',
    fix: 'Wait for as many seconds as the header `Retry-After` says.',
  },
  'server.internal': {
    meaning: 'The server failed. Its cause is in the log, not in the answer.',
    fix: 'Try once more. If it stays, tell the operator the `requestId`.',
  },
  'server.unavailable': {
    meaning: 'The server is starting, stopping, or has no database right now.',
    fix: 'Try again in a moment. A write with the same `Idempotency-Key` takes effect once.',
  },
  'participants.bad_credentials': {
    meaning: 'Username or password is wrong; which of them is not told.',
    fix: 'Check both. After a few failures each further one has to wait longer.',
  },
  'participants.inactive': {
    meaning: 'The account or the participant is deactivated.',
    fix: 'Ask an administrator, or whoever registered it, to activate it.',
  },
  'participants.not_registered': {
    meaning: 'The event names a `user` who is no participant.',
    fix: 'Register it first with `POST /api/register`.',
  },
  'participants.username_taken': { meaning: 'Somebody has this username, in whatever case.', fix: 'Choose another.' },
  'participants.email_taken': {
    meaning: 'The e-mail address belongs to another account.',
    fix: 'Sign in to that account, or use another address.',
  },
  'participants.weak_password': {
    meaning: 'The password is among those that are guessed first.',
    fix: 'Choose another, longer one.',
  },
  'participants.wrong_password': { meaning: 'The current password is not right.', fix: 'Send the one that is.' },
  'participants.reset_invalid': {
    meaning: 'The one-time link was used, has expired, or was replaced.',
    fix: 'Ask an administrator for a fresh one.',
  },
  'participants.not_yours': {
    meaning:
      'A participant is changed by itself, by who registered it, or by an administrator; an administrator is deactivated by another one.',
    fix: 'Ask one of them.',
  },
  'participants.last_administrator': {
    meaning: 'An active administrator has to remain.',
    fix: 'Give another account the mark first.',
  },
  'participants.own_account': {
    meaning: 'Nobody deactivates themselves or takes their own mark away.',
    fix: 'Have another administrator do it.',
  },
  'participants.no_password': {
    meaning: 'The participant is managed by an account and does not sign in.',
    fix: 'Manage it through the account that registered it.',
  },
  'trace.asset_exists': {
    meaning: '`manufactured` creates an asset, and this id is taken.',
    fix: 'Use another id, or record what happened to the existing asset with another action.',
  },
  'trace.asset_not_found': {
    meaning: 'No event has created an asset with this id.',
    fix: 'Check the id, or record `manufactured` first.',
  },
  'trace.action_reserved': {
    meaning: 'The action has a meaning of its own in the ledger.',
    fix: 'Choose another word for the action.',
  },
  'trace.correction_invalid': {
    meaning: 'What is to be corrected is no event of this asset, or was corrected already.',
    fix: 'Check `meta.corrects` against the history of the asset.',
  },
  'trace.not_yours': {
    meaning: 'The caller may not record this action, or not for this participant.',
    fix: 'Record for yourself or for a participant that you registered, with an action of your role.',
  },
  'ledger.no_checkpoint': {
    meaning: 'No signed checkpoint covers it yet.',
    fix: 'Ask again in a second or two: a checkpoint is signed after each growth.',
  },
  'ledger.block_not_found': {
    meaning: 'The chain has no block with this index or hash.',
    fix: 'Compare the index with `length` of `GET /api/chain`.',
  },
};

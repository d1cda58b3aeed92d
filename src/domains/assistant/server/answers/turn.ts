import type { AnswerBlock, Citation, Query, TableBlock, TalkContext } from '#domains/assistant/contract.ts';
import { conditionsOf } from '#domains/assistant/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';
import type { ToolName } from '../tools/registry.ts';
import type { ToolResult, ToolRunner } from '../tools/run-tool.ts';
import { spokenDays } from './spoken-days.ts';

/** One question with everything that its answer may use. */
export type Turn = {
  readonly run: ToolRunner;
  /** The part of the message that asks it. */
  readonly message: string;
  readonly query: Query;
  readonly context: TalkContext;
  /** The caller's username, when signed in. */
  readonly username: string | undefined;
  readonly now: number;
};

export type Outcome = 'answered' | 'clarify' | 'proposed' | 'refused' | 'unknown' | 'failed';

/** An answer before its steps are added. */
export type Draft = {
  readonly reply: string;
  readonly outcome?: Outcome;
  readonly citations?: readonly Citation[];
  readonly blocks?: readonly AnswerBlock[];
  readonly suggestions?: readonly string[];
  /** The context of the next question. */
  readonly context?: TalkContext;
};

/** Reports why a tool refused, with the route's own error and hint. */
export function refusedBy(result: Extract<ToolResult<ToolName>, { ok: false }>): Draft {
  const { status, problem } = result;
  const why = problem?.error ?? 'The server gave no reason.';
  const reply =
    status === 401
      ? 'Sign in so that I can look that up for you.'
      : status === 403
        ? `I look things up with your permissions, and they don't cover that. ${why} ${problem?.hint ?? ''}`.trim()
        : `I couldn't look that up. ${why}`;
  return { reply, outcome: 'failed' };
}

/** Formats the number of a block as on screens: `1,860`. */
export const blockNumber = (index: number) => index.toLocaleString('en-US');

export const assetLink = (assetId: string) => `/assets/${encodeURIComponent(assetId)}`;
export const blockLink = (index: number) => `/blockchain?block=${index}`;
export const participantLink = (username: string) => `/participants/${encodeURIComponent(username)}`;

export const citeAsset = (assetId: string): Citation => ({ kind: 'asset', label: assetId, href: assetLink(assetId) });
export const citeBlock = (index: number): Citation => ({
  kind: 'block',
  label: `Block ${blockNumber(index)}`,
  href: blockLink(index),
});
export const citeParticipant = (username: string): Citation => ({
  kind: 'participant',
  label: username,
  href: participantLink(username),
});
export const citeScreen = (label: string, href: string): Citation => ({ kind: 'screen', label, href });

const inUtc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats an instant as screens do, in UTC: `Mar 12, 2026, 5:06 AM UTC`. */
export function spokenTime(instant: string): string {
  return `${inUtc.format(Date.parse(instant)).replaceAll('\u202f', ' ')} UTC`;
}

export const spokenAction = (action: string) => action.replaceAll('_', ' ');

/** Phrases an action as something done to an asset. Actions are past participles, except for quality checks. */
export const doneTo = (action: string) => (action === 'quality_check' ? 'quality checked' : spokenAction(action));

const spokenKinds: Readonly<Record<string, string>> = {
  text: 'the words',
  code: 'the word',
  place: 'the place',
  mine: 'what is yours',
  it: 'what we talked about',
  them: 'the last answer',
};

/** Asks instead of answering if a query has conditions that its answer could not honor. */
export function unsupported(
  query: Query,
  supported: readonly Query['where'][number]['kind'][],
  about: string,
): Draft | undefined {
  const extra = query.where.filter((condition) => !supported.includes(condition.kind) || isRoleOfOther(condition));
  if (extra.length === 0) return undefined;
  const [first] = extra;
  const what = first === undefined ? '' : `${spokenKinds[first.kind] ?? first.kind} “${first.value}”`;
  return {
    reply: `I can't restrict ${about} by ${what}, so I don't answer rather than leave it out. Ask without it, or in other words.`,
    outcome: 'clarify',
  };
}

/** "To retailers", "from manufacturers": no route returns the roles of the addressees or senders of an event. */
const isRoleOfOther = ({ kind, as }: Query['where'][number]) =>
  kind === 'role' && (as === 'addressee' || as === 'source');

/**
 * Returns the username that a condition refers to: the caller's own for "my" and "I". Undefined if signed out or if no
 * participant is named.
 */
export function participantOf(
  turn: Turn,
  ...as: readonly (Query['where'][number]['as'] | 'any')[]
): string | undefined {
  const fits = (role: Query['where'][number]['as']) => as.includes('any') || as.includes(role);
  const named = conditionsOf(turn.query, 'participant').find((condition) => fits(condition.as))?.value;
  if (named !== undefined) return named;
  return conditionsOf(turn.query, 'mine').some((condition) => fits(condition.as)) ? turn.username : undefined;
}

/** Asks visitors to sign in for a question about themselves. */
export const signInFirst: Draft = { reply: 'Sign in first, so that I know what is yours.', outcome: 'clarify' };
export const needsSignIn = ({ query, username }: Turn) =>
  username === undefined && query.where.some(({ kind }) => kind === 'mine');

/** Phrases a period: ` on Feb 1, 2026`, ` in February 2026`, ` until …`, or nothing. */
export function spokenPeriod(query: Query): string {
  const [period] = conditionsOf(query, 'period');
  if (period?.from === undefined || period.to === undefined) return '';
  const { preposition, words } = spokenDays(period);
  return preposition === '' ? ` ${words}` : ` ${preposition} ${words}`;
}

const inMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats the month of a day or of `2026-02`: `February 2026`. */
export const spokenMonth = (day: string): string => inMonth.format(Date.parse(`${day.slice(0, 7)}-01`));

export const total = (value: number) => value.toLocaleString('en-US');

/** A table of at most 100 rows. */
export function table(
  title: string,
  columns: readonly string[],
  rows: TableBlock['rows'],
  all = rows.length,
): TableBlock {
  return {
    kind: 'table',
    title,
    columns: [...columns],
    rows: rows.slice(0, 100),
    more: Math.max(0, all - Math.min(rows.length, 100)),
  };
}

const spokenHolders: Readonly<Record<string, string>> = {
  other: 'accounts with the role other',
  government: 'government accounts',
};

/** The roles and marks that hold a capability: `Manufacturers and shippers`. */
export function rolesOf({ heldBy }: Capability): string {
  if (heldBy.length === 0) return 'Nobody';
  const roles = listed(heldBy.map((one) => spokenHolders[one] ?? `${one}s`));
  return roles.charAt(0).toUpperCase() + roles.slice(1);
}

/** Joins with commas and "and". */
export const listed = (values: readonly string[]): string =>
  values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;

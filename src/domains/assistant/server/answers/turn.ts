import type { AnswerBlock, Citation, TalkContext } from '#domains/assistant/contract.ts';
import type { Entities } from '../engine/entities.ts';
import type { Concept } from '../engine/lexicon.ts';
import type { ToolName } from '../tools/registry.ts';
import type { ToolResult, ToolRunner } from '../tools/run-tool.ts';

/** One question with everything that its answer may use. */
export type Turn = {
  readonly run: ToolRunner;
  readonly message: string;
  readonly entities: Entities;
  readonly concepts: ReadonlySet<Concept>;
  readonly unexplained: readonly string[];
  readonly context: TalkContext;
  /** The caller's username, when signed in. */
  readonly username: string | undefined;
};

/** An answer before its steps are added. */
export type Draft = {
  readonly reply: string;
  readonly outcome?: 'answered' | 'clarify' | 'proposed' | 'refused' | 'unknown' | 'failed';
  readonly citations?: readonly Citation[];
  readonly blocks?: readonly AnswerBlock[];
  readonly suggestions?: readonly string[];
  /** Replaces the given parts of the context; the others stay. */
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

export const assetLink = (assetId: string) => `/assets/${encodeURIComponent(assetId)}`;
export const blockLink = (index: number) => `/blockchain?block=${index}`;
export const participantLink = (username: string) => `/participants/${encodeURIComponent(username)}`;

export const citeAsset = (assetId: string): Citation => ({ kind: 'asset', label: assetId, href: assetLink(assetId) });
export const citeBlock = (index: number): Citation => ({
  kind: 'block',
  label: `Block ${index}`,
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

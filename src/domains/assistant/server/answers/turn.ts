import type { AnswerBlock, Citation, TalkContext } from '#domains/assistant/contract.ts';
import type { Entities } from '../engine/entities.ts';
import type { Concept } from '../engine/lexicon.ts';
import type { ToolName } from '../tools/registry.ts';
import type { ToolResult, ToolRunner } from '../tools/run-tool.ts';

/** One question with all that an answer to it may draw on. */
export type Turn = {
  readonly run: ToolRunner;
  readonly message: string;
  readonly entities: Entities;
  readonly concepts: ReadonlySet<Concept>;
  readonly unexplained: readonly string[];
  readonly context: TalkContext;
  /** Who asks, where they are signed in. */
  readonly username: string | undefined;
};

/** What an answer says, before it is known which steps led to it. */
export type Draft = {
  readonly reply: string;
  readonly outcome?: 'answered' | 'clarify' | 'proposed' | 'refused' | 'unknown' | 'failed';
  readonly citations?: readonly Citation[];
  readonly blocks?: readonly AnswerBlock[];
  readonly suggestions?: readonly string[];
  /** Takes the place of what was at hand; what is left out stays. */
  readonly context?: TalkContext;
};

/** Says why a tool refused, in its own words. */
export function refusedBy(result: Extract<ToolResult<ToolName>, { ok: false }>): Draft {
  const { status, problem } = result;
  const why = problem?.error ?? 'The server gave no reason.';
  const reply =
    status === 401
      ? 'You have to sign in before I can look that up for you.'
      : status === 403
        ? `I look things up with your permissions, and they do not reach that far. ${why} ${problem?.hint ?? ''}`.trim()
        : `That could not be looked up. ${why}`;
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

/** `12 March 2026, 05:06 UTC`. */
export function spokenTime(instant: string): string {
  const date = new Date(instant);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `${day}, ${instant.slice(11, 16)} UTC`;
}

export const spokenCount = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

export const spokenAction = (action: string) => action.replaceAll('_', ' ');

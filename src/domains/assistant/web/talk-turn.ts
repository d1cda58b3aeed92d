import { z } from 'zod';
import { Answer, InterpretationChange, type StoredMessage } from '#domains/assistant/contract.ts';

/** A question and its answer so far. */
export const TalkTurn = z.object({
  key: z.string(),
  /** Its id in the stored conversation. */
  messageId: z.int().optional(),
  question: z.string(),
  at: z.string(),
  state: z.enum(['pending', 'answered', 'stopped', 'failed']),
  answer: Answer.optional(),
  /** The reader's changes of the interpretation of the question. */
  changes: z.array(InterpretationChange).optional(),
  /** The text received so far. */
  text: z.string(),
  answeredAt: z.string().optional(),
  /** The tools used so far, while the answer is pending. */
  doing: z.array(z.string()),
});
export type TalkTurn = z.infer<typeof TalkTurn>;

export const turnOf = ({ id, at, question, answer }: StoredMessage): TalkTurn => ({
  key: String(id),
  messageId: id,
  question,
  at,
  state: 'answered',
  answer,
  text: '',
  answeredAt: at,
  doing: [],
});

const storageKey = 'chat';
const KEPT_MAX = 50;

/** Returns the signed-out conversation of this tab. */
export function readTab(): TalkTurn[] {
  try {
    return z.array(TalkTurn).parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Stores the newest turns until the tab is closed. */
export function keepInTab(turns: readonly TalkTurn[]): void {
  try {
    const kept = turns.filter(({ state }) => state !== 'pending').slice(-KEPT_MAX);
    if (kept.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage, the turns last as long as the page.
  }
}

import { z } from 'zod';
import { Answer, type StoredMessage } from '#domains/assistant/contract.ts';

/** A question, and what came of it. */
export const TalkTurn = z.object({
  key: z.string(),
  /** Its id in the conversation that keeps it. */
  messageId: z.int().optional(),
  question: z.string(),
  at: z.string(),
  state: z.enum(['pending', 'answered', 'stopped', 'failed']),
  answer: Answer.optional(),
  /** The answer as far as it has come. */
  text: z.string(),
  answeredAt: z.string().optional(),
  /** The tools used so far, while the answer is not there. */
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

/** What was said in this tab while nobody was signed in. */
export function readTab(): TalkTurn[] {
  try {
    return z.array(TalkTurn).parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Keeps the newest turns for as long as the tab is open. */
export function keepInTab(turns: readonly TalkTurn[]): void {
  try {
    const kept = turns.filter(({ state }) => state !== 'pending').slice(-KEPT_MAX);
    if (kept.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

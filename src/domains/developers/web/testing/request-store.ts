import { z } from 'zod';
import { Draft, withoutDraftSecrets } from './draft.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { withoutSecrets } from './secrets.ts';

const HISTORY_MAX = 30;
const ANSWER_MAX = 20_000;
export const SAVED_MAX = 50;

const HistoryEntry = z.object({
  id: z.string(),
  at: z.string(),
  draft: Draft,
  status: z.number(),
  milliseconds: z.number(),
  bytes: z.number(),
  /** The response, possibly truncated. */
  answer: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const SavedRequest = z.object({ name: z.string().trim().min(1).max(80), draft: Draft });
export type SavedRequest = z.infer<typeof SavedRequest>;

/** Format of a file of saved requests. */
const SavedFile = z.object({ kind: z.literal('cairn-api-requests'), requests: z.array(SavedRequest).max(SAVED_MAX) });

/** Stores an account's tests in this browser: the last 30 requests and the saved ones, without passwords or tokens. */
export function openRequestStore(accountId: string) {
  const historyKey = `api-test-history:${accountId}`;
  const savedKey = `api-test-saved:${accountId}`;
  return {
    history: () => read(historyKey, z.array(HistoryEntry)),
    remember(draft: Draft, exchange: Exchange): readonly HistoryEntry[] {
      const entry: HistoryEntry = {
        id: `${exchange.at} ${Math.random().toString(36).slice(2, 8)}`,
        at: exchange.at,
        draft: withoutDraftSecrets(draft).draft,
        status: exchange.status,
        milliseconds: exchange.milliseconds,
        bytes: exchange.bytes,
        answer: keptAnswer(exchange),
      };
      return write(historyKey, [entry, ...read(historyKey, z.array(HistoryEntry))].slice(0, HISTORY_MAX));
    },
    clearHistory: () => write<HistoryEntry>(historyKey, []),
    saved: () => read(savedKey, z.array(SavedRequest)),
    /** Saves requests by name, replacing any of the same name. */
    save(...added: readonly SavedRequest[]): readonly SavedRequest[] {
      const clean = added.map(({ name, draft }) => ({ name: name.trim(), draft: withoutDraftSecrets(draft).draft }));
      const all = new Map([...read(savedKey, z.array(SavedRequest)), ...clean].map((each) => [each.name, each]));
      return write(savedKey, [...all.values()].slice(-SAVED_MAX));
    },
    forget: (name: string) =>
      write(
        savedKey,
        read(savedKey, z.array(SavedRequest)).filter((each) => each.name !== name),
      ),
  };
}

export const savedFile = (requests: readonly SavedRequest[]) =>
  `${JSON.stringify({ kind: 'cairn-api-requests', requests }, null, 2)}\n`;

/** Parses an exported file, or returns the reason why it is not one. */
export function readSavedFile(text: string): { requests: readonly SavedRequest[] } | { refused: string } {
  try {
    const parsed = SavedFile.safeParse(JSON.parse(text));
    return parsed.success
      ? parsed.data
      : { refused: 'This file has no saved requests. Export some from this page first.' };
  } catch {
    return { refused: 'This file is not JSON.' };
  }
}

function keptAnswer(exchange: Exchange): string {
  const json = jsonOf(exchange);
  const text = json === undefined ? exchange.text : JSON.stringify(withoutSecrets(json).value);
  return text.slice(0, ANSWER_MAX);
}

function read<Item>(key: string, schema: z.ZodType<Item[]>): Item[] {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

function write<Item>(key: string, items: Item[]): Item[] {
  try {
    localStorage.setItem(key, JSON.stringify(items));
  } catch {
    // Without storage, or when it is full, they last as long as the page.
  }
  return items;
}

import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { ask, type InterpretationChange } from '#domains/assistant/contract.ts';
import type { CallInput, ResponseIn } from '#platform/contract/route.ts';
import { newIdempotencyKey, send } from '#platform/web/api-client.ts';
import { readEvents } from '#platform/web/server-sent-events.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { keepInTab, type TalkTurn } from './talk-turn.ts';

export type TalkOptions = {
  readonly initial: readonly TalkTurn[];
  readonly conversationId: string | undefined;
  /** Whether the conversation stays in this tab because the user is signed out. */
  readonly inTabOnly: boolean;
  readonly onAnswered: (conversationId: string | undefined) => void;
};

export type Talk = {
  readonly turns: readonly TalkTurn[];
  readonly pending: boolean;
  /** Text for screen readers: that the assistant is thinking, then the finished answer. */
  readonly said: string;
  /**
   * Asks a question. With `from`, it replaces that turn and all later ones. With `changes`, its interpretation is changed.
   */
  ask(question: string, from?: TalkTurn, changes?: readonly InterpretationChange[]): void;
  stop(): void;
  clear(): void;
};

/** State of one conversation, with one question at a time. */
export function useTalk({ initial, conversationId, inTabOnly, onAnswered }: TalkOptions): Talk {
  const [turns, setTurns] = useState(initial);
  const [said, setSaid] = useState('');
  const running = useRef<AbortController | null>(null);
  const conversation = useRef(conversationId);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (inTabOnly) keepInTab(turns);
  }, [turns, inTabOnly]);

  const change = (key: string, what: (turn: TalkTurn) => TalkTurn) =>
    setTurns((all) => all.map((turn) => (turn.key === key ? what(turn) : turn)));

  const ask = async (question: string, from?: TalkTurn, changes: readonly InterpretationChange[] = []) => {
    if (running.current !== null) return;
    const stop = new AbortController();
    running.current = stop;
    const before = from === undefined ? turns : turns.slice(0, turns.indexOf(from));
    const turn = begin(question, changes);
    setTurns([...before, turn]);
    setSaid('Thinking...');
    try {
      const context = before.findLast(({ answer }) => answer !== undefined)?.answer?.context;
      const answer = await askByStream(
        {
          message: question,
          ...(context === undefined ? {} : { context }),
          ...(changes.length === 0 ? {} : { changes: [...changes] }),
          ...(conversation.current === undefined ? {} : { conversationId: conversation.current }),
          ...(from?.messageId === undefined ? {} : { replaceFrom: from.messageId }),
        },
        {
          onTool: (title) => change(turn.key, (now) => ({ ...now, doing: [...now.doing, title] })),
          onText: (delta) => change(turn.key, (now) => ({ ...now, text: now.text + delta })),
          signal: stop.signal,
        },
      );
      const { messageId } = answer;
      change(turn.key, (now) => ({
        ...now,
        state: 'answered',
        answer,
        answeredAt: new Date().toISOString(),
        ...(messageId === undefined ? {} : { messageId }),
      }));
      setSaid(answer.reply);
      conversation.current = answer.conversationId;
      onAnswered(answer.conversationId);
    } catch {
      const stopped = stop.signal.aborted;
      change(turn.key, (now) => ({ ...now, state: stopped ? 'stopped' : 'failed' }));
      setSaid(stopped ? 'Stopped.' : '');
      if (!stopped)
        showToast({ title: 'Error', description: 'Failed to send message. Please try again.', tone: 'failure' });
    } finally {
      running.current = null;
    }
  };

  return {
    turns,
    pending: turns.some(({ state }) => state === 'pending'),
    said,
    ask: (question, from, changes) => void ask(question, from, changes),
    stop: () => running.current?.abort(),
    clear: () => setTurns([]),
  };
}

const begin = (question: string, changes: readonly InterpretationChange[]): TalkTurn => ({
  key: newIdempotencyKey(),
  question,
  at: new Date().toISOString(),
  state: 'pending',
  text: '',
  doing: [],
  ...(changes.length === 0 ? {} : { changes: [...changes] }),
});

type Question = CallInput<typeof ask>['body'];
type Reply = ResponseIn<typeof ask>;

/** The stream parts that the screen uses. Others are ignored. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tool-input-available'), title: z.string() }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-answer'), data: ask.response }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
]);

/**
 * Asks a question, reports each step and each piece of text, and returns the whole answer. Throws if the stream ends
 * without one.
 */
async function askByStream(
  question: Question,
  listener: { onTool: (title: string) => void; onText: (delta: string) => void; signal: AbortSignal },
): Promise<Reply> {
  const { body } = await send(ask, { body: question }, { accept: 'text/event-stream', signal: listener.signal });
  if (body === null) throw new Error('The response had no body.');
  let answer: Reply | undefined;
  for await (const { data } of readEvents(body)) {
    if (data === '[DONE]') break;
    const part = Part.safeParse(JSON.parse(data));
    if (!part.success) continue;
    if (part.data.type === 'tool-input-available') listener.onTool(part.data.title);
    else if (part.data.type === 'text-delta') listener.onText(part.data.delta);
    else if (part.data.type === 'data-answer') answer = part.data.data;
    else throw new Error(part.data.errorText);
  }
  listener.signal.throwIfAborted();
  if (answer === undefined) throw new Error('The response ended too early.');
  return answer;
}

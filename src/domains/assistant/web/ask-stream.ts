import { z } from 'zod';
import { ask } from '#domains/assistant/contract.ts';
import type { CallInput, ResponseIn } from '#platform/contract/route.ts';
import { send } from '#platform/web/api-client.ts';
import { readEvents } from '#platform/web/server-sent-events.ts';

export type Question = CallInput<typeof ask>['body'];
export type Reply = ResponseIn<typeof ask>;

/** The parts of the stream that the screen reads; all others pass by. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tool-input-available'), title: z.string() }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-answer'), data: ask.response }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
]);

/** Asks, tells of each step and each piece of text as it comes, and gives the whole answer. Throws where there is none. */
export async function askByStream(
  question: Question,
  hears: { onTool: (title: string) => void; onText: (delta: string) => void; signal: AbortSignal },
): Promise<Reply> {
  const { body } = await send(ask, { body: question }, { accept: 'text/event-stream', signal: hears.signal });
  if (body === null) throw new Error('The answer had no body.');
  let answer: Reply | undefined;
  for await (const { data } of readEvents(body)) {
    if (data === '[DONE]') break;
    const part = Part.safeParse(JSON.parse(data));
    if (!part.success) continue;
    if (part.data.type === 'tool-input-available') hears.onTool(part.data.title);
    else if (part.data.type === 'text-delta') hears.onText(part.data.delta);
    else if (part.data.type === 'data-answer') answer = part.data.data;
    else throw new Error(part.data.errorText);
  }
  hears.signal.throwIfAborted();
  if (answer === undefined) throw new Error('The answer ended too early.');
  return answer;
}

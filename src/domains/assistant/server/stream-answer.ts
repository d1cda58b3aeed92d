import { Readable } from 'node:stream';
import type { ToolStep } from '#domains/assistant/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { RawAnswer } from '#platform/server/http/mount.ts';
import type { KeptAnswer } from './conversations/keep-question.ts';

/** Receives the progress of an answer and signals when the client disconnects. */
export type Listener = {
  readonly onStep: (step: ToolStep) => void;
  readonly onText: (delta: string) => void;
  readonly signal: AbortSignal;
};

const failed = 'The answer could not be completed. Please try again.';

/**
 * Sends an answer as the AI SDK's UI message stream, version 1: each finished tool step, then the text, its sources,
 * and the whole answer in the `data-answer` part. The stream begins with the first step that succeeded, or with the
 * text. A failure before that rejects, so that the client gets its status, such as 503 in an outage; a later one is
 * sent as the `error` part. A disconnect aborts the work.
 */
export async function streamAnswer(begin: (listener: Listener) => Promise<KeptAnswer>): Promise<RawAnswer> {
  const stop = new AbortController();
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      stop.abort();
      done(error);
    },
  });
  const started = Promise.withResolvers<void>();
  void write(stream, begin, stop.signal, started);
  await started.promise;
  return new RawAnswer(stream, 'text/event-stream; charset=utf-8', {
    'x-vercel-ai-ui-message-stream': 'v1',
    'x-accel-buffering': 'no',
  });
}

/** Writes the parts. Resolves `started` once there is something to show, and rejects it with an earlier failure. */
async function write(
  stream: Readable,
  begin: Parameters<typeof streamAnswer>[0],
  signal: AbortSignal,
  started: PromiseWithResolvers<void>,
): Promise<void> {
  let shows = false;
  const show = () => {
    shows = true;
    started.resolve();
  };
  const send = (part: object) => signal.aborted || stream.push(`data: ${JSON.stringify(part)}\n\n`);
  let calls = 0;
  let streamed = '';
  send({ type: 'start' });
  const onStep = (step: ToolStep) => {
    const toolCallId = `call-${++calls}`;
    const { tool: toolName, title, arguments: input, resultBytes, resultItems, ok, error } = step;
    send({ type: 'tool-input-available', toolCallId, toolName, title, input, dynamic: true });
    if (ok) show();
    if (ok) send({ type: 'tool-output-available', toolCallId, output: { resultBytes, resultItems }, dynamic: true });
    else
      send({ type: 'tool-output-error', toolCallId, errorText: error ?? 'The server gave no reason.', dynamic: true });
  };
  const onText = (delta: string) => {
    show();
    if (streamed === '') send({ type: 'text-start', id: 'reply' });
    streamed += delta;
    send({ type: 'text-delta', id: 'reply', delta });
  };
  try {
    const answer = await begin({ onStep, onText, signal });
    if (streamed === '') onText(answer.reply);
    send({ type: 'text-end', id: 'reply' });
    // The model had started, but the built-in engine finished.
    if (streamed !== answer.reply) {
      send({ type: 'text-start', id: 'final' });
      send({ type: 'text-delta', id: 'final', delta: answer.reply });
      send({ type: 'text-end', id: 'final' });
    }
    for (const [n, { label, href }] of answer.citations.entries())
      send(
        href === undefined
          ? { type: 'source-document', sourceId: `source-${n}`, mediaType: 'text/plain', title: label }
          : { type: 'source-url', sourceId: `source-${n}`, url: href, title: label },
      );
    send({ type: 'data-answer', data: answer });
    send({ type: 'finish' });
  } catch (error) {
    if (!shows) {
      stream.destroy();
      return started.reject(error);
    }
    if (streamed !== '') send({ type: 'text-end', id: 'reply' });
    send({ type: 'error', errorText: error instanceof AppError ? error.message : failed });
  }
  if (signal.aborted) return;
  stream.push('data: [DONE]\n\n');
  stream.push(null);
}

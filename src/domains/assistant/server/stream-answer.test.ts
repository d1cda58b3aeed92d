import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ToolStep } from '#domains/assistant/contract.ts';
import { AppError, errorKind } from '#platform/contract/errors.ts';
import { streamAnswer } from './stream-answer.ts';

const outage = new AppError(errorKind('test.outage', 503, 'Unavailable'), 'The database is not available.');
const step = (ok: boolean): ToolStep => ({
  ...{ tool: 'find_assets', title: 'Found assets', path: '/api/assets', arguments: {}, milliseconds: 1, ok },
  ...{ resultBytes: 2, resultItems: 0, method: 'GET', status: ok ? 200 : 503 },
});

test('a failure before anything is shown rejects, so that its status reaches the client', async () => {
  await expect(streamAnswer(() => Promise.reject(outage))).rejects.toBe(outage);
  await expect(
    streamAnswer(({ onStep }) => {
      onStep(step(false));
      return Promise.reject(outage);
    }),
  ).rejects.toBe(outage);
});

test('a failure after a step was shown is the last part', async () => {
  const { body } = await streamAnswer(({ onStep }) => {
    onStep(step(true));
    return Promise.reject(outage);
  });
  const parts = (await text(body as Readable)).trim().split('\n\n');
  expect(parts.at(-2)).toBe('data: {"type":"error","errorText":"The database is not available."}');
  expect(parts.at(-1)).toBe('data: [DONE]');
});

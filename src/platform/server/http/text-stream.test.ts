import { expect, test } from 'vitest';
import { streamText } from './text-stream.ts';

test.each([
  ['of letters', 'x'.repeat(1_000_000)],
  ['of characters with two code units', `x${'💥'.repeat(500_000)}`],
  ['of less than a slice', 'short'],
])('streams a text %s unchanged', async (_, text) => {
  const chunks: Buffer[] = await streamText(text)
    .map((chunk) => Buffer.from(chunk))
    .toArray();
  expect(Buffer.concat(chunks).toString('utf8') === text).toBe(true);
});

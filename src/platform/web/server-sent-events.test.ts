import { expect, test } from 'vitest';
import { readEvents } from './server-sent-events.ts';

/** Returns the stream in chunks of `size` bytes, so that every boundary is split in some run. */
function streamOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

const text =
  ': heartbeat\n\nid: 7\nevent: block\ndata: {"a":1}\ndata: é✓\n\ndata:plain\r\n\r\nevent: empty\n\nid: 8\rdata: last\r\rdata: cut off';

test.each([1, 2, 3, 5, 8, 1000])('yields whole events when the stream is split every %i bytes', async (size) => {
  const events = [];
  for await (const event of readEvents(streamOf(text, size))) events.push(event);
  expect(events).toEqual([
    { id: '7', event: 'block', data: '{"a":1}\né✓' },
    { id: '7', event: 'message', data: 'plain' },
    { id: '8', event: 'message', data: 'last' },
  ]);
});

import { getEventListeners } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HeadFeed, HeadNews } from './head-feed.ts';
import { streamHead } from './stream-head.ts';

/** More than a reader's buffers can hold: each message has about 150 bytes. */
const MANY = 2000;

const newsOf = (length: number): HeadNews => ({ length, hash: 'ab'.repeat(32), checkpointSize: length });

/** A feed whose news the test publishes. */
function openFeed(): HeadFeed & { publish(news: HeadNews): void; listeners: number } {
  const listeners = new Set<(news: HeadNews) => void>();
  let news: HeadNews | undefined;
  return {
    current: () => news,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: () => undefined,
    stop: async () => undefined,
    publish(next) {
      news = next;
      for (const listener of listeners) listener(next);
    },
    get listeners() {
      return listeners.size;
    },
  };
}

let closing: AbortController;
let feed: ReturnType<typeof openFeed>;
let stream: Readable;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  closing = new AbortController();
  feed = openFeed();
  stream = streamHead(feed, closing.signal);
});
afterEach(() => {
  closing.abort();
  vi.useRealTimers();
});

/** Reads from the stream until it has no more data. */
async function readAll(): Promise<string> {
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  await new Promise((resolve) => setImmediate(resolve));
  return text;
}
const lengthsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

test('sends every change of the head to a client that reads', async () => {
  for (const length of [1, 2, 3]) feed.publish(newsOf(length));
  const text = await readAll();
  expect(lengthsIn(text)).toEqual([1, 2, 3]);
  expect(text).toContain(`event: head\ndata: ${JSON.stringify(newsOf(3))}\n\n`);
});

test('buffers a bounded amount for a client that does not read', () => {
  for (let length = 1; length <= MANY; length++) feed.publish(newsOf(length));
  const { readableLength, writableLength } = stream as PassThrough;
  expect(readableLength + writableLength).toBeLessThan(64 * 1024);
});

test('sends the current head as soon as a slow client reads again', async () => {
  for (let length = 1; length <= MANY; length++) feed.publish(newsOf(length));
  const lengths = lengthsIn(await readAll());
  expect(lengths.at(-1)).toBe(MANY);
  expect(lengths.length).toBeLessThan(MANY / 2);
});

test('sends a heartbeat every 15 s, so that both ends detect a dead connection', async () => {
  await readAll();
  let beats = 0;
  stream.on('data', (chunk) => (beats += String(chunk) === ':\n\n' ? 1 : 0));
  vi.advanceTimersByTime(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(beats).toBe(4);
});

test('unsubscribes when the client disconnects', async () => {
  expect(feed.listeners).toBe(1);
  stream.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  expect(feed.listeners).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('removes its listener from the signal of the server when the client disconnects', async () => {
  const closed = Array.from({ length: 20 }, () => streamHead(feed, closing.signal));
  for (const one of [...closed, stream]) one.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  expect(getEventListeners(closing.signal, 'abort')).toEqual([]);
});

import { PassThrough, type Readable } from 'node:stream';
import type { HeadFeed, HeadNews } from './head-feed.ts';

const HEARTBEAT_MILLISECONDS = 15_000;
const WAITING_BYTES_MAX = 16 * 1024;

/**
 * Returns server-sent events that follow the head. Each has the current head, so a slow client skips some and receives
 * the newest when it reads again. Ends when the client disconnects or `closing` aborts.
 */
export function streamHead(feed: HeadFeed, closing: AbortSignal): Readable {
  // The stream reports `drain` only after a write above this mark, so the mark itself decides when to skip.
  const stream = new PassThrough({ highWaterMark: WAITING_BYTES_MAX });
  let skipped: HeadNews | undefined;
  const write = (news: HeadNews) => {
    if (stream.writableNeedDrain) {
      skipped = news;
      return;
    }
    skipped = undefined;
    stream.write(`id: ${news.length}\nevent: head\ndata: ${JSON.stringify(news)}\n\n`);
  };
  stream.on('drain', () => {
    if (skipped !== undefined) write(skipped);
  });

  stream.write('retry: 2000\n\n');
  const current = feed.current();
  if (current !== undefined) write(current);
  const unsubscribe = feed.subscribe(write);
  const heartbeat = setInterval(() => {
    if (!stream.writableNeedDrain) stream.write(':\n\n');
  }, HEARTBEAT_MILLISECONDS);
  const end = () => {
    clearInterval(heartbeat);
    unsubscribe();
    // The signal lives as long as the server, and would retain every stream that was ever opened.
    closing.removeEventListener('abort', end);
    stream.end();
  };
  stream.once('close', end);
  closing.addEventListener('abort', end, { once: true });
  return stream;
}

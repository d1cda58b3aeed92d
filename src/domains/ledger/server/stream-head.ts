import { PassThrough, type Readable } from 'node:stream';
import type { HeadFeed, HeadNews } from './head-feed.ts';

const HEARTBEAT_MILLISECONDS = 15_000;
const WAITING_BYTES_MAX = 16 * 1024;

/**
 * Gives server-sent events that follow the head: each says where the chain ends now, so a slow reader may miss some and is
 * never behind for long. Ends when the client goes away or the feed stops.
 */
export function streamHead(feed: HeadFeed, closing: AbortSignal): Readable {
  const stream = new PassThrough();
  let skipped: HeadNews | undefined;
  const write = (news: HeadNews) => {
    if (stream.writableLength > WAITING_BYTES_MAX) {
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
  const heartbeat = setInterval(() => stream.write(':\n\n'), HEARTBEAT_MILLISECONDS);
  const end = () => {
    clearInterval(heartbeat);
    unsubscribe();
    stream.end();
  };
  stream.once('close', end);
  closing.addEventListener('abort', end, { once: true });
  return stream;
}

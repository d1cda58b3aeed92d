import { sql } from 'kysely';
import pg from 'pg';
import { type ConnectionOptions, clientConfig, type Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import { readHead } from './blocks.ts';

/** The head of the chain for live readers. */
export type HeadNews = { readonly length: number; readonly hash: string; readonly checkpointSize: number };

export type HeadFeed = {
  /** The last news, or undefined before the first read. */
  current(): HeadNews | undefined;
  /**
   * Calls `listener` whenever the head changes, also after appends by other processes. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: (news: HeadNews) => void): () => void;
  /** Reports that this process has appended. */
  announce(): void;
  stop(): Promise<void>;
};

const POLL_MILLISECONDS = 1000;
const HINT_INTERVAL_MILLISECONDS = 200;

/**
 * Notifies live readers in this process of the head. Notifications between processes may get lost; a poll replaces them
 * while there are subscribers.
 */
export function createHeadFeed(options: { database: Database; connection: ConnectionOptions; log: Log }): HeadFeed {
  const { database, connection, log } = options;
  const listeners = new Set<(news: HeadNews) => void>();
  let news: HeadNews | undefined;
  let refreshing: Promise<void> | undefined;
  let again = false;
  let hint: NodeJS.Timeout | undefined;
  let stopped = false;

  async function refresh(): Promise<void> {
    try {
      const [head, checkpoint] = await Promise.all([
        readHead(database),
        database.selectFrom('checkpoints').select('size').orderBy('size', 'desc').limit(1).executeTakeFirst(),
      ]);
      const next = { length: head.length, hash: head.hash, checkpointSize: checkpoint?.size ?? 0 };
      const grown = news === undefined || next.length > news.length || next.checkpointSize > news.checkpointSize;
      news = next;
      if (grown) for (const listener of listeners) listener(next);
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'reading the head failed');
    }
  }

  /** Coalesces concurrent calls into at most two reads. */
  function refreshSoon(): void {
    if (stopped) return;
    if (refreshing !== undefined) {
      again = true;
      return;
    }
    refreshing = refresh().finally(() => {
      refreshing = undefined;
      if (again) {
        again = false;
        refreshSoon();
      }
    });
  }

  function hintOthers(): void {
    hint ??= setTimeout(() => {
      hint = undefined;
      sql`select pg_notify('cairn_head', '')`.execute(database).catch(() => undefined);
    }, HINT_INTERVAL_MILLISECONDS).unref();
  }

  const poll = setInterval(() => {
    if (listeners.size > 0) refreshSoon();
  }, POLL_MILLISECONDS).unref();
  const listening = listenForHints(connection, refreshSoon, log);

  return {
    current: () => news,
    subscribe(listener) {
      listeners.add(listener);
      refreshSoon();
      return () => listeners.delete(listener);
    },
    announce() {
      if (listeners.size > 0) refreshSoon();
      hintOthers();
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      clearTimeout(hint);
      listeners.clear();
      await Promise.allSettled([refreshing, listening.stop()]);
    },
  };
}

function listenForHints(connection: ConnectionOptions, onHint: () => void, log: Log): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  async function connect(): Promise<void> {
    if (stopped) return;
    const next = new pg.Client(clientConfig(connection));
    next.on('notification', onHint);
    const again = () => {
      if (!stopped) setTimeout(() => void connect(), POLL_MILLISECONDS).unref();
    };
    next.on('error', () => undefined);
    try {
      await next.connect();
    } catch {
      // The database may still be starting.
      again();
      return;
    }
    next.once('error', again);
    client = next;
    try {
      await next.query('listen cairn_head');
    } catch (error) {
      // A distributed engine may lack NOTIFY. The poll is enough.
      log.debug({ err: error }, 'no notifications from the database');
    }
  }
  const first = connect();
  return {
    async stop() {
      stopped = true;
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}

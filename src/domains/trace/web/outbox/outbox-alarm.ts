import { onConnectionChange, readConnection } from '#platform/web/connection.ts';
import { onTokenChange } from '#platform/web/token-store.ts';
import { onOutboxNews } from './outbox-news.ts';

/** Why a wait ended: its time came, the outbox changed, or the connection or session may be back. */
export type Alarm = 'time' | 'changed' | 'connection';

/**
 * Wakes the sender. `navigator.onLine` is unreliable, so going online, a visible page, a new session or a server that is
 * reachable again are only occasions to try. None is lost: one that comes during an attempt ends the wait after it.
 */
export function createOutboxAlarm(signal: AbortSignal) {
  let changed = false;
  let connected = false;
  let ring: (why: Alarm) => void = () => {};
  const onOccasion = () => {
    connected = true;
    ring('connection');
  };
  const onConnection = () => {
    if (document.visibilityState === 'visible') onOccasion();
  };
  let before = readConnection();
  const onReachable = () => {
    const now = readConnection();
    // Also in a hidden page: unlike the browser, the event stream has had an answer.
    if (before === 'unreachable' && now === 'online') onOccasion();
    before = now;
  };
  window.addEventListener('online', onConnection);
  document.addEventListener('visibilitychange', onConnection);
  const stops = [
    onTokenChange(onOccasion),
    onConnectionChange(onReachable),
    onOutboxNews((news) => {
      if (news !== 'changed') return;
      changed = true;
      ring('changed');
    }),
  ];
  signal.addEventListener('abort', () => {
    window.removeEventListener('online', onConnection);
    document.removeEventListener('visibilitychange', onConnection);
    for (const stop of stops) stop();
    ring('changed');
  });
  return {
    /** Returns whether the outbox changed since the last call. */
    takeChanged(): boolean {
      const was = changed;
      changed = false;
      return was;
    },
    /** Waits until a time, or until something happens. */
    wait: (at: number | undefined): Promise<Alarm> =>
      new Promise((resolve) => {
        const timer = at === undefined ? undefined : setTimeout(() => ring('time'), Math.max(at - Date.now(), 0));
        ring = (why) => {
          clearTimeout(timer);
          ring = () => {};
          if (why === 'connection') connected = false;
          resolve(why);
        };
        if (changed || signal.aborted) ring('changed');
        else if (connected) ring('connection');
      }),
  };
}

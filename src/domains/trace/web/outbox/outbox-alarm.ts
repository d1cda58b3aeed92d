import { onTokenChange } from '#platform/web/token-store.ts';
import { onOutboxNews } from './outbox-news.ts';

/** Why a wait is over: its time has come, somebody changed the outbox, or the connection or the session may be back. */
export type Alarm = 'time' | 'changed' | 'connection';

/**
 * Wakes who sends. What `navigator.onLine` says proves little: that the browser is online, that the page is looked at
 * again, and that the session is another one are only occasions to try.
 */
export function createOutboxAlarm(signal: AbortSignal) {
  let changed = false;
  let ring: (why: Alarm) => void = () => {};
  const onConnection = () => {
    if (document.visibilityState === 'visible') ring('connection');
  };
  window.addEventListener('online', onConnection);
  document.addEventListener('visibilitychange', onConnection);
  const stops = [
    onTokenChange(() => ring('connection')),
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
    /** Whether somebody has changed the outbox since this was asked last. */
    takeChanged(): boolean {
      const was = changed;
      changed = false;
      return was;
    },
    /** Waits until a time, or for as long as nothing happens. */
    wait: (at: number | undefined): Promise<Alarm> =>
      new Promise((resolve) => {
        const timer = at === undefined ? undefined : setTimeout(() => ring('time'), Math.max(at - Date.now(), 0));
        ring = (why) => {
          clearTimeout(timer);
          ring = () => {};
          resolve(why);
        };
        if (changed || signal.aborted) ring('changed');
      }),
  };
}

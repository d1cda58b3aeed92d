import { useEffect, useState } from 'react';
import { type Connection, lostWords, useConnection } from '#platform/web/connection.ts';
import { domains } from '../../domains.ts';
import { useNewerBuild } from '../../update/newer-build.ts';

/** A notice about the connection or the app itself. `back` shows for a few seconds. */
export type Notice = Exclude<Connection, 'online'> | 'back' | 'update';

const backMilliseconds = 4000;

/** Returns the current notice, or undefined if there is none. */
export function useNotice(): Notice | undefined {
  const connection = useConnection();
  const newer = useNewerBuild();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connection !== 'online') {
      setLost(true);
      return;
    }
    const timer = setTimeout(() => setLost(false), backMilliseconds);
    return () => clearTimeout(timer);
  }, [connection]);
  if (connection !== 'online') return connection;
  if (lost) return 'back';
  return newer ? 'update' : undefined;
}

const sentLater = 'Events you record are saved on this device and sent later.';
// Requests sent before the connection was lost may have arrived, so this promises nothing about them.
const sentByHand = 'What you send now is not sent later by itself. What you sent before may still have arrived.';

/** Returns the meaning of a notice for the reader's work on a page, in one or two sentences. */
export function sentenceOf(notice: Notice, path: string): string {
  if (notice !== 'offline' && notice !== 'unreachable') return words[notice].long;
  const byHand = domains.some(({ sendsNothingLater = [] }) =>
    sendsNothingLater.some((start) => path.startsWith(start)),
  );
  return `${words[notice].long} ${byHand ? sentByHand : sentLater}`;
}

/** The short form of each notice, and its meaning for the reader's work. */
export const words: Readonly<Record<Notice, { readonly short: string; readonly long: string }>> = {
  offline: {
    short: lostWords.offline,
    long: "You're offline.",
  },
  unreachable: {
    short: lostWords.unreachable,
    long: "The server can't be reached.",
  },
  back: { short: 'Back online', long: 'Back online.' },
  update: {
    short: 'Update',
    long: 'A new version is ready.',
  },
};

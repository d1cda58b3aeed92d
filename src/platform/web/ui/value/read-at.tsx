import { useConnection } from '../../connection.ts';
import { Time } from './time.tsx';

/** Without a connection, shows when a list was loaded, in milliseconds since the epoch. Renders nothing otherwise. */
export function ReadAt({ at }: { at: number }) {
  const connection = useConnection();
  if (connection === 'online' || at === 0) return null;
  return (
    <span className="text-13 whitespace-nowrap text-muted">
      Loaded <Time at={at / 1000} />
    </span>
  );
}

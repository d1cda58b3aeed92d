import { WifiOff } from 'lucide-react';
import { lostWords, useConnection } from '../../connection.ts';

/**
 * Tells within a dialog that covers a phone's screen, and with it the app's own mark, that the connection is lost. Screen
 * readers hear it from the app.
 */
export function LostConnection() {
  const connection = useConnection();
  if (connection === 'online') return null;
  return (
    <p
      aria-hidden="true"
      data-tone="amber"
      className="flex items-center gap-1.5 border-b border-tone-line bg-tone-soft px-5 py-1.5 text-13 font-medium text-tone-ink sm:hidden"
    >
      <WifiOff size={14} />
      {lostWords[connection]}
    </p>
  );
}

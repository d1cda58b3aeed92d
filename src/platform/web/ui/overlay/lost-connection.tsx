import { WifiOff } from 'lucide-react';
import { lostWords, useConnection } from '../../connection.ts';

/**
 * Shows a lost connection inside a dialog that covers a phone's screen, including the app's own mark. The app announces
 * it to screen readers.
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

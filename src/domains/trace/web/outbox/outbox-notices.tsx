import { Link } from '@tanstack/react-router';
import { CircleAlert, CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { askToSignIn } from '#domains/participants/web/index.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import type { OutboxEntry } from './outbox-entry.ts';
import { countEvents } from './outbox-title.ts';

/** Shows that events are waiting or were refused, with a link to the outbox. Renders nothing while it is empty. */
export function UnsentNotice({ unsent, sending }: { unsent: readonly OutboxEntry[]; sending: boolean }) {
  const refused = unsent.filter(({ state }) => state === 'refused').length;
  const waiting = unsent.length - refused;
  if (unsent.length === 0) return null;
  const words = [
    waiting === 0 ? '' : sending ? `Sending ${countEvents(waiting)}` : `${countEvents(waiting)} not sent yet`,
    refused === 0 ? '' : `${countEvents(refused)} refused`,
  ];
  return (
    <Notice refused={refused > 0} words={`${words.filter(Boolean).join(', ')}.`}>
      <Link to="/events" search={{ action: 'outbox' }} className={buttonClass('secondary', 'small')}>
        Open the outbox
      </Link>
    </Notice>
  );
}

export function WaitsForSignIn({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice words={`${countEvents(count)} on this device not sent yet. Sign in with the same account to send.`}>
      <Button size="small" onClick={() => askToSignIn()}>
        Sign In to Send
      </Button>
    </Notice>
  );
}

function Notice({ words, refused = false, children }: { words: string; refused?: boolean; children: ReactNode }) {
  const Icon = refused ? CircleAlert : CloudUpload;
  return (
    <section
      aria-label="Outbox"
      data-tone={refused ? 'red' : 'amber'}
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-tone-line bg-tone-soft px-4 py-1.5 text-13 text-tone-ink"
    >
      <Icon aria-hidden="true" size={14} className="shrink-0" />
      <p role="status">{words}</p>
      {children}
    </section>
  );
}

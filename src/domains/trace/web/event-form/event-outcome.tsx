import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import type { Outcome, Wait } from '../outbox/record-or-keep.ts';
import { useEntryEnd } from '../outbox/use-outbox.ts';
import { Receipt } from './receipt.tsx';

/** The result of the sent event: its block with its proof, or its entry in the outbox. */
export function EventOutcome({ outcome, action }: { outcome: Outcome; action?: ReactNode }) {
  return outcome.kind === 'kept' ? (
    <KeptEvent key={outcome.key} entry={outcome.key} because={outcome.because} action={action} />
  ) : (
    <Receipt block={outcome.block} action={action} />
  );
}

const waiting: Readonly<Record<Wait, string>> = {
  unreachable:
    "Couldn't reach the server. Your event is saved on this device and will be sent when you're back online.",
  'no answer':
    "The server doesn't answer. The event waits on this device and will be sent as soon as the server answers.",
  unavailable:
    "The server can't record events right now. Your event is saved on this device and will be sent as soon as it can.",
  'earlier event':
    'An earlier event of this asset has not been sent yet. Your event is saved on this device and will be sent after it.',
};

/**
 * The event that waits in the outbox. Turns into its receipt when it is recorded, so that users do not record it twice, and
 * into the reason when it is refused.
 */
function KeptEvent({ entry, because, action }: { entry: string; because: Wait; action: ReactNode }) {
  const end = useEntryEnd(entry);
  if (end?.kind === 'recorded') return <Receipt block={end.block} action={action} />;
  if (end?.kind === 'discarded') return <Banner>This event was discarded. It was not recorded.</Banner>;
  return (
    <Banner
      kind={end === undefined ? 'info' : 'failure'}
      action={
        <Link to="/events" search={{ action: 'outbox' }} className={buttonClass('secondary', 'small')}>
          Open the outbox
        </Link>
      }
    >
      {end === undefined ? waiting[because] : `The event was not recorded. ${end.reason}`}
    </Banner>
  );
}

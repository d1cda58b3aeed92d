import { useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { heldBack, type OutboxEntry } from './outbox-entry.ts';
import { OutboxItem } from './outbox-item.tsx';
import { countEvents, entryTitle } from './outbox-title.ts';
import { readSent } from './sent-events.ts';
import { SentList } from './sent-list.tsx';
import { discard, sendAgain, useOutbox } from './use-outbox.ts';

const shown = 100;

/** The events that are not on the chain yet, with their state and actions. */
export function OutboxQueue({ user }: { user: User }) {
  const { entries, unsent, sending, error } = useOutbox(user.id);
  const [leaving, setLeaving] = useState<readonly OutboxEntry[]>([]);
  if (error) return <Banner kind="warning">This browser blocks storage for this site, so there is no outbox.</Banner>;
  if (entries === undefined) return <SkeletonRows rows={3} />;
  if (unsent.length === 0) {
    return (
      <>
        <EmptyState
          title="Nothing to send"
          description="Events recorded offline are saved here and sent when you're back online."
        />
        <SentList sent={readSent(user.id)} />
      </>
    );
  }
  const held = heldBack(unsent);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">{countEvents(unsent.length)}, sent in this order for each asset.</p>
        <div className="flex gap-2">
          <Button size="small" variant="quiet" onClick={() => setLeaving(unsent)}>
            Discard All
          </Button>
          <Button size="small" onClick={() => void Promise.all(unsent.map((entry) => sendAgain(entry)))}>
            Send All Now
          </Button>
        </div>
      </div>
      <ul aria-label="Outbox" className="divide-y divide-line rounded-8 border border-line">
        {unsent.slice(0, shown).map((entry) => (
          <OutboxItem
            key={entry.position}
            user={user}
            entry={entry}
            sending={sending.includes(entry.key)}
            heldBack={held.get(entry.position)}
            onDiscard={() => setLeaving([entry])}
          />
        ))}
      </ul>
      {unsent.length > shown ? (
        <p className="text-13 text-muted">and {countEvents(unsent.length - shown)} more</p>
      ) : null}
      <SentList sent={readSent(user.id)} />
      {leaving.length > 0 ? <DiscardDialog entries={leaving} onClose={() => setLeaving([])} /> : null}
    </div>
  );
}

function DiscardDialog({ entries, onClose }: { entries: readonly OutboxEntry[]; onClose: () => void }) {
  const [only] = entries;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title={entries.length === 1 && only ? 'Discard this event?' : `Discard ${countEvents(entries.length)}?`}
      description={
        entries.length === 1 && only
          ? only.earlier
            ? 'The event stays recorded as it was before your edit.'
            : `${entryTitle(only)} has not been sent and is stored nowhere else.`
          : 'They have not been sent and are stored nowhere else.'
      }
      footer={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button variant="danger" onClick={() => void discard(entries).then(onClose)}>
            Discard
          </Button>
        </>
      }
    >
      {entries.some(({ sent, earlier }) => sent !== undefined && earlier === undefined) ? (
        <p>
          An attempt was made before. If the server’s response was lost, the event may already be recorded: check the
          asset before you record it again.
        </p>
      ) : null}
    </Dialog>
  );
}

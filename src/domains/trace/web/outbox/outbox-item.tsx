import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { User } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Prose } from '#platform/web/ui/value/prose.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { EventFields } from '../event-form/event-fields.tsx';
import {
  type EventErrors,
  type EventValues,
  errorsOf,
  requestOf,
  valuesOfRequest,
} from '../event-form/event-values.ts';
import { asCorrection, type OutboxEntry } from './outbox-entry.ts';
import { entryTitle } from './outbox-title.ts';
import { sendAgain, sendEditAs, useHeldEntry } from './use-outbox.ts';

export type OutboxItemProps = {
  user: User;
  entry: OutboxEntry;
  sending: boolean;
  /** The refused event of the same asset that has to be resolved first. */
  heldBack: OutboxEntry | undefined;
  onDiscard: () => void;
};

/** One waiting event: its state, last error, and actions to edit, send or discard it. */
export function OutboxItem({ user, entry, sending, heldBack, onDiscard }: OutboxItemProps) {
  const [editing, setEditing] = useState(false);
  const { state, tries, error, addedAt } = entry;
  const title = entryTitle(entry);
  const refused = state === 'refused';
  return (
    <li aria-label={title} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-medium wrap-anywhere">{title}</p>
        <StateBadge state={stateOf(entry, sending, heldBack)} />
      </div>
      <p className="text-13 text-muted">
        Saved <Time at={addedAt / 1000} />
        {tries > 0 ? ` · ${formatCounted(tries, 'attempt')}` : ''}
        {state === 'waiting' && !sending && !heldBack && entry.nextTryAt > 0 ? (
          <>
            {' · next attempt '}
            <Time at={entry.nextTryAt / 1000} />
          </>
        ) : null}
      </p>
      {error ? (
        <p data-tone={refused ? 'red' : 'amber'} className="text-13 text-tone-ink">
          <Prose text={error} />
        </p>
      ) : null}
      {heldBack ? <p className="text-13 text-muted">Waits until {entryTitle(heldBack)} is sent or discarded.</p> : null}
      {editing ? (
        <OutboxEditor user={user} entry={entry} onDone={() => setEditing(false)} />
      ) : entry.earlier ? (
        <EditOfRecorded entry={entry} earlier={entry.earlier} onEdit={() => setEditing(true)} onDiscard={onDiscard} />
      ) : (
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button size="small" variant="quiet" disabled={sending} onClick={() => void sendAgain(entry)}>
            Send Now
          </Button>
          {entry.body.action === 'correction' ? null : (
            // Enabled during an attempt too: attempts start by themselves, and would swallow the click.
            <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <Button size="small" variant="quiet" disabled={sending} onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}

const tones = {
  'recorded before': 'amber',
  refused: 'red',
  sending: 'teal',
  'held back': 'amber',
  waiting: 'amber',
} as const;

const StateBadge = ({ state }: { state: keyof typeof tones }) => <Badge tone={tones[state]}>{state}</Badge>;

function stateOf({ earlier, state }: OutboxEntry, sending: boolean, heldBack: unknown): keyof typeof tones {
  if (earlier) return 'recorded before';
  if (state === 'refused') return 'refused';
  if (sending) return 'sending';
  return heldBack ? 'held back' : 'waiting';
}

type EditOfRecordedProps = {
  entry: OutboxEntry;
  earlier: NonNullable<OutboxEntry['earlier']>;
  onEdit: () => void;
  onDiscard: () => void;
};

/** An edit that came too late: the event is on the chain as it was before. */
function EditOfRecorded({ entry, earlier, onEdit, onDiscard }: EditOfRecordedProps) {
  const correctable = asCorrection(entry, entry.key) !== undefined;
  const isOther = earlier.assetId !== entry.body.asset_id;
  return (
    <>
      <p className="text-13">
        This event was already recorded in block <BlockLink index={earlier.index} />, as it was before your edit.{' '}
        {correctable
          ? 'Record your edit as its correction, so that it counts instead.'
          : isOther
            ? `The block is about ${earlier.assetId}. Record your edit as an event of its own, or discard it.`
            : "The event that creates an asset can't be corrected. Your edit was not recorded."}
      </p>
      <div className="-ml-2 flex flex-wrap gap-1">
        {correctable ? (
          <Button size="small" variant="quiet" onClick={() => void sendEditAs('correction', entry)}>
            Record the Correction
          </Button>
        ) : null}
        {isOther ? (
          <>
            <Button size="small" variant="quiet" onClick={() => void sendEditAs('event', entry)}>
              Record as a New Event
            </Button>
            {earlier.action === 'manufactured' ? null : (
              <Link
                to="/events"
                search={{ action: 'correct', block: String(earlier.index) }}
                className={buttonClass('quiet', 'small')}
              >
                Correct the Block
              </Link>
            )}
          </>
        ) : null}
        <Button size="small" variant="quiet" onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard the Edit
        </Button>
      </div>
    </>
  );
}

/** Edits an event that no tab is sending. It keeps its key: if the first version is on the chain after all, this one is rejected. */
function OutboxEditor({ user, entry, onDone }: { user: User; entry: OutboxEntry; onDone: () => void }) {
  const held = useHeldEntry(entry);
  if (held === 'gone') return <p className="text-13 text-muted">This event was sent or discarded meanwhile.</p>;
  if (held) return <HeldEditor user={user} entry={held} onDone={onDone} />;
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="text-13 text-muted">It is being sent, or edited in another tab.</p>
      <Button size="small" onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}

function HeldEditor({ user, entry, onDone }: { user: User; entry: OutboxEntry; onDone: () => void }) {
  const [values, setValues] = useState<EventValues>(() => valuesOfRequest(entry.body));
  const [errors, setErrors] = useState<EventErrors>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = errorsOf(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    else void sendAgain(entry, requestOf(values)).then(onDone);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <EventFields
        user={user}
        variant="event"
        values={values}
        errors={errors}
        timeIfEmpty="When you submitted it"
        onEdit={(change) => {
          setValues((before) => ({ ...before, ...change }));
          setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button size="small" type="submit" variant="primary">
          Save and Send
        </Button>
      </div>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { EventFields } from '../event-form/event-fields.tsx';
import {
  type EventErrors,
  type EventValues,
  errorsOf,
  requestOf,
  valuesOfRequest,
} from '../event-form/event-values.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { entryTitle } from './outbox-title.ts';
import { sendAgain } from './use-outbox.ts';

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
        <Badge tone={refused ? 'red' : sending ? 'teal' : 'amber'}>
          {refused ? 'refused' : sending ? 'sending' : heldBack ? 'held back' : 'waiting'}
        </Badge>
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
          {error}
        </p>
      ) : null}
      {heldBack ? <p className="text-13 text-muted">Waits until {entryTitle(heldBack)} is sent or discarded.</p> : null}
      {editing ? (
        <OutboxEditor user={user} entry={entry} onDone={() => setEditing(false)} />
      ) : (
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button size="small" variant="quiet" disabled={sending} onClick={() => void sendAgain(entry)}>
            Send Now
          </Button>
          {entry.body.action === 'correction' ? null : (
            <Button size="small" variant="quiet" disabled={sending} onClick={() => setEditing(true)}>
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

/** Edits a waiting event. It keeps its key: if the first version is on the chain after all, this one is rejected. */
function OutboxEditor({ user, entry, onDone }: { user: User; entry: OutboxEntry; onDone: () => void }) {
  const [values, setValues] = useState<EventValues>(() => valuesOfRequest(entry.body));
  const [errors, setErrors] = useState<EventErrors>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = errorsOf(values);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) void sendAgain(entry, requestOf(values)).then(onDone);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <EventFields
        user={user}
        variant="event"
        values={values}
        errors={errors}
        timeIfEmpty="When you submitted it"
        onEdit={(change) => setValues((before) => ({ ...before, ...change }))}
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

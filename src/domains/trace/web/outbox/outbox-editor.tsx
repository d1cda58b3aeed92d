import { type FormEvent, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EventFields } from '../event-form/event-fields.tsx';
import {
  type EventErrors,
  type EventValues,
  errorsOf,
  requestOf,
  valuesOfRequest,
} from '../event-form/event-values.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { sendAgain } from './use-outbox.ts';

/** Changes an event that waits. It keeps its key: should the first version be on the chain after all, this one is refused. */
export function OutboxEditor({ user, entry, onDone }: { user: User; entry: OutboxEntry; onDone: () => void }) {
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

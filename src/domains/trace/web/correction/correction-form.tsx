import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import type { ApiError } from '#platform/web/api-error.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { hasUnchosenText } from '#platform/web/ui/form/combobox.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { useFirstField } from '#platform/web/ui/overlay/use-first-field.ts';
import { ChangeList } from '#platform/web/ui/value/change-list.tsx';
import { EventOutcome } from '../event-form/event-outcome.tsx';
import { explainMetadata } from '../event-form/metadata.ts';
import { PayloadReview } from '../event-form/payload-review.tsx';
import { useRecordEvent } from '../event-form/use-record-event.ts';
import { CorrectionFields } from './correction-fields.tsx';
import {
  type CorrectionValues,
  changesOf,
  errorOf,
  type RecordedEvent,
  requestOf,
  valuesOf,
} from './correction-values.ts';

const kinds = [
  { value: 'restate', label: 'Correct the details' },
  { value: 'take back', label: 'Retract the event' },
] as const;

/** Corrects one event: shows its content, previews the changes, and records the correction as a new block. */
export function CorrectionForm({ user, event }: { user: User; event: RecordedEvent }) {
  const [values, setValues] = useState(() => valuesOf(event));
  const [wrong, setWrong] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  useFirstField(element);
  const record = useRecordEvent(user.id, { onDone: () => {}, onRefused: () => {} });
  const edit = (change: Partial<CorrectionValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setWrong(undefined);
    if (record.isError) record.reset();
  };
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (hasUnchosenText(submitted.currentTarget)) return;
    if (values.kind === 'restate' && explainMetadata(values.metadata) !== undefined) {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const problem = errorOf(event, values);
    setWrong(problem);
    if (problem === undefined) record.mutate(requestOf(event, values));
  };
  if (record.data) {
    return (
      <div className="flex flex-col gap-4">
        <EventOutcome outcome={record.data} />
        <Link to="/assets/$assetId" params={{ assetId: event.assetId }} className={buttonClass()}>
          Show the asset’s journey
        </Link>
      </div>
    );
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="-mt-1 text-muted">
        The event stays on the chain, marked as corrected. The correction is a new block that counts instead.
      </p>
      <div>
        <SegmentedControl
          label="Kind of correction"
          value={values.kind}
          onValueChange={(kind) => edit({ kind })}
          options={kinds}
        />
      </div>
      <CorrectionFields user={user} event={event} values={values} onEdit={edit} />
      <ChangeList label="Changes to record" changes={changesOf(event, values)} nothing="No changes yet." />
      <PayloadReview user={user} request={requestOf(event, values)} />
      {wrong ? <Banner kind="failure">{wrong}</Banner> : null}
      {record.error ? <Failure error={record.error} /> : null}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end border-t border-line bg-raised px-5 py-3">
        <Button type="submit" variant="primary" busy={record.isPending && 'Recording…'}>
          Record the Correction
        </Button>
      </div>
    </form>
  );
}

function Failure({ error }: { error: ApiError }) {
  return (
    <Banner kind="failure">
      {error.message} {error.hint}
    </Banner>
  );
}

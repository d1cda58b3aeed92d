import { type FormEvent, useRef } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DraftList } from './draft-list.tsx';
import { EventFields } from './event-fields.tsx';
import { EventReceipt } from './event-receipt.tsx';
import { type EventVariant, isBlank, requestOf } from './event-values.ts';
import { PayloadReview } from './payload-review.tsx';
import { QuickTemplates } from './quick-templates.tsx';
import { useEventForm } from './use-event-form.ts';

/** Records an event: a template or fields, a look at exactly what will be recorded, and its block as the receipt. */
export function EventForm({ user, variant }: { user: User; variant: EventVariant }) {
  const form = useEventForm(user, variant);
  const { values, busy, failure, receipt } = form;
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.submit()) {
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    }
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="-mt-1 text-muted">
        {variant === 'asset'
          ? 'A new asset begins with the event that made it'
          : 'Record a new event in the blockchain'}
      </p>
      {receipt ? <EventReceipt block={receipt} /> : null}
      <DraftList drafts={form.drafts} onResume={form.resumeDraft} onRemove={form.removeDraft} />
      {variant === 'event' ? <QuickTemplates user={user} onChoose={form.edit} /> : null}
      <EventFields user={user} variant={variant} values={values} errors={form.errors} onEdit={form.edit} />
      <PayloadReview request={requestOf(values)} />
      {failure ? (
        <Banner kind="failure">
          {failure.message} {failure.hint}
        </Banner>
      ) : null}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-5 py-3">
        <Button variant="quiet" onClick={form.clear} disabled={busy}>
          Clear Form
        </Button>
        <Button onClick={form.saveDraft} disabled={busy || isBlank(values)}>
          Save as Draft
        </Button>
        <Button type="submit" variant="primary" busy={busy && 'Adding...'} className="ml-auto">
          Add to Blockchain
        </Button>
      </div>
    </form>
  );
}

import { type FormEvent, useRef, useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import { RecordingNotices } from '#platform/web/recording-notices.tsx';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { hasUnchosenText } from '#platform/web/ui/form/combobox.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useFirstField } from '#platform/web/ui/overlay/use-first-field.ts';
import { DeviceHabits } from './device-habits.tsx';
import { DraftList } from './draft-list.tsx';
import { EventFields } from './event-fields.tsx';
import { EventOutcome } from './event-outcome.tsx';
import { type EventValues, type EventVariant, requestOf } from './event-values.ts';
import { BlockData, PayloadReview } from './payload-review.tsx';
import { QuickTemplates } from './quick-templates.tsx';
import { samplesIn } from './templates.ts';
import { useEventForm } from './use-event-form.ts';

export type EventFormProps = { user: User; variant: EventVariant; begin?: Partial<EventValues> | undefined };

/** Records an event: templates and fields, a preview of the exact block, and the recorded block as the receipt. */
export function EventForm({ user, variant, begin }: EventFormProps) {
  const form = useEventForm(user, variant, begin);
  const { values, busy, refusal, outcome } = form;
  const element = useRef<HTMLFormElement>(null);
  useFirstField(element);
  const [reviewing, setReviewing] = useState(false);
  const focus = (selector: string) =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(selector)?.focus());
  const focusError = () => focus('[aria-invalid="true"]');
  /** Text that was typed but not chosen is in a field, but not in the values. */
  const isChosen = () => !hasUnchosenText(element.current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check() || !isChosen()) focusError();
    else if (form.habits.review || samplesIn(values).length > 0) setReviewing(true);
    else form.send();
  };
  const again = () => {
    form.forgetOutcome();
    focus('[placeholder="PRD-2024-XXX"]');
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RecordingNotices />
      <p className="-mt-1 text-muted">
        {variant === 'asset'
          ? 'A new asset starts with its manufactured event'
          : 'Record a new event in the blockchain'}
      </p>
      {outcome ? (
        <Answer of={form.sentAt}>
          <EventOutcome
            outcome={outcome}
            action={
              <Button size="small" onClick={again}>
                Record Another
              </Button>
            }
          />
        </Answer>
      ) : null}
      <DraftList drafts={form.drafts} onResume={form.resumeDraft} onRemove={form.removeDraft} />
      {variant === 'event' ? <QuickTemplates user={user} last={form.habits.last} onChoose={form.edit} /> : null}
      <EventFields
        key={form.round}
        user={user}
        variant={variant}
        values={values}
        errors={form.errors}
        onEdit={form.edit}
      />
      <PayloadReview user={user} request={requestOf(values)} />
      <DeviceHabits
        values={values}
        defaults={form.habits.defaults}
        review={form.habits.review}
        onKeep={(defaults) => form.changeHabits({ defaults })}
        onReview={(review) => form.changeHabits({ review })}
      />
      {refusal ? (
        <Answer of={form.sentAt}>
          <Banner kind="failure">{refusal}</Banner>
        </Answer>
      ) : null}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-5 py-3">
        <Button variant="quiet" onClick={form.clear} disabled={busy}>
          Clear Form
        </Button>
        <Button onClick={() => (isChosen() ? form.saveDraft() : focusError())} disabled={busy || form.blank}>
          Save as Draft
        </Button>
        <Button type="submit" variant="primary" busy={busy && 'Adding...'} className="ml-auto">
          Add to Blockchain
        </Button>
      </div>
      {reviewing ? (
        <ReviewDialog
          user={user}
          request={requestOf(values)}
          samples={samplesIn(values)}
          onClose={() => setReviewing(false)}
          onConfirm={() => {
            setReviewing(false);
            form.send();
          }}
        />
      ) : null}
    </form>
  );
}

type ReviewDialogProps = {
  user: User;
  request: AddEventRequest;
  samples: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
};

/** The review before an event is sent, if the account prefers one, or the form still has sample values of a template. */
function ReviewDialog({ user, request, samples, onConfirm, onClose }: ReviewDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Review before recording"
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" onClick={onConfirm}>
            Add to Blockchain
          </Button>
        </>
      }
    >
      {samples.length > 0 ? (
        <div className="mb-4">
          <Banner kind="warning">
            <strong className="font-semibold">Sample values from the template:</strong> {samples.join(', ')}. Go back to
            change them, unless they are right.
          </Banner>
        </div>
      ) : null}
      <BlockData user={user} request={request} />
    </Dialog>
  );
}

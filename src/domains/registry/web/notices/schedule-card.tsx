import { useQueryClient } from '@tanstack/react-query';
import {
  previewNotices,
  type readNoticeSchedule,
  setNoticeSchedule,
} from '#domains/registry/contract/notice-schedule.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { NoticePreview } from './notice-preview.tsx';
import { scheduleQuery } from './queries.ts';
import { ScheduleForm, textOfDays } from './schedule-values.ts';

type Schedules = ResponseIn<typeof readNoticeSchedule>;

/** Sets the days on which owners are reminded, after a preview of the notices. */
export function ScheduleCard({ schedules: { current, earlier } }: { schedules: Schedules }) {
  const queryClient = useQueryClient();
  const form = useContractForm(ScheduleForm, {
    daysBefore: textOfDays(current.daysBefore),
    daysAfter: textOfDays(current.daysAfter),
  });
  const { errors, isSubmitting } = form.formState;
  const preview = useCallMutation(previewNotices);
  const set = useCallMutation(setNoticeSchedule);
  const submit = form.handleSubmit(async (body) => {
    try {
      queryClient.setQueryData(scheduleQuery.queryKey, await set.mutateAsync({ body }));
      showToast({ tone: 'success', title: 'Schedule Set', description: 'It applies to days from now on.' });
    } catch (error) {
      showFailure(form, error, "Couldn't set the schedule.");
    }
  });
  const show = form.handleSubmit((body) => preview.mutate({ body }));
  return (
    <Card
      title="Schedule"
      description="A notice for each open installment, on these days before and after it is due. Receipts follow each payment."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        {preview.error ? <Banner kind="failure">{preview.error.message}</Banner> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Days before the due day" error={errors.daysBefore?.message}>
            {(control) => <TextField {...control} placeholder="14, 3" {...form.register('daysBefore')} />}
          </Field>
          <Field label="Days after the due day" error={errors.daysAfter?.message}>
            {(control) => <TextField {...control} placeholder="1, 14" {...form.register('daysAfter')} />}
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button busy={preview.isPending && 'Counting…'} onClick={() => void show()}>
            Preview
          </Button>
          <Button variant="primary" type="submit" busy={isSubmitting && 'Setting…'}>
            Set Schedule
          </Button>
        </div>
      </form>
      {preview.data ? <NoticePreview preview={preview.data} /> : null}
      <p className="mt-5 text-13 text-muted">
        {current.setAt === null ? (
          'The default schedule.'
        ) : (
          <>
            Version {current.version}, set by {current.setBy} <Time at={current.setAt} />.
          </>
        )}
        {earlier.length === 0 ? null : ` Before: ${earlier.map(inWords).join('; ')}.`}
      </p>
    </Card>
  );
}

const inWords = ({ daysBefore, daysAfter }: Schedules['current']) =>
  `${textOfDays(daysBefore) || 'none'} before and ${textOfDays(daysAfter) || 'none'} after`;

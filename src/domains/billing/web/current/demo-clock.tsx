import { useQueryClient } from '@tanstack/react-query';
import { Clock3 } from 'lucide-react';
import { monthsAfter, moveClock } from '#domains/billing/contract.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';

const DAY_SECONDS = 86_400;

/** Returns the days until the same day of the next month. */
function monthFrom(now: number): number {
  return Math.round((monthsAfter(now, 1) - now) / DAY_SECONDS);
}

/** Only in a demo: the time by which the account is billed, which can be advanced to see what becomes due. */
export function DemoClock({ now }: { now: string }) {
  const queryClient = useQueryClient();
  const steps = [
    { days: 1, label: '1 Day' },
    { days: 7, label: '1 Week' },
    { days: monthFrom(Math.floor(Date.parse(now) / 1000)), label: '1 Month' },
  ];
  const { mutate, isPending, variables } = useCallMutation(moveClock, {
    onSuccess: ({ now: after }) =>
      showToast({ title: 'Billing Time Moved', description: `It is ${formatCalendarDay(after.slice(0, 10))} now.` }),
    onError: ({ message }) => showToast({ tone: 'failure', title: 'Billing Time Not Moved', description: message }),
    onSettled: () => refreshBilling(queryClient),
  });
  return (
    <section
      aria-label="Billing time of the demo"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-8 border border-dashed border-line-strong px-4 py-2.5 text-13"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Clock3 aria-hidden="true" size={14} className="shrink-0 text-muted" />
        <span>
          Billing time: <strong className="tabular">{formatCalendarDay(now.slice(0, 10))}</strong>
          <span className="text-muted max-md:hidden"> · demo only, blocks keep the real time</span>
        </span>
      </p>
      <div className="flex sm:ml-auto flex-wrap items-center gap-2">
        <span className="text-muted max-sm:w-full">Move on by</span>
        {steps.map(({ days, label }) => (
          <Button
            key={label}
            size="small"
            disabled={isPending}
            busy={isPending && variables.body.days === days && 'Moving…'}
            onClick={() => mutate({ body: { days } })}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { hasVerified } from '#domains/ledger/web/index.ts';
import { holds, type User } from '#domains/participants/contract.ts';
import { canManufacture, canShip, type eventActions, type ParticipantActivity } from '#domains/trace/contract.ts';
import { activityQuery } from '../participant/activity-query.ts';

type Step = { readonly words: string; readonly done: boolean; readonly link: LinkProps };

/** An account with more events does not need the checklist. */
const EVENTS_MAX = 20;

/**
 * The checklist of a new account: its first event, handing the asset on, and verifying it. The first two are checked off
 * by its own blocks, the last by a verification in this browser. Renders nothing once all are done.
 */
export function FirstSteps({ user, newest }: { user: User; newest: string | undefined }) {
  const { data } = useQuery(activityQuery(user.username));
  if (data === undefined || data.totalEvents > EVENTS_MAX) return null;
  const steps = stepsOf(user, data, newest ?? data.assets[0]?.assetId);
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <section aria-label="First steps" className="rounded-8 bg-sunken px-4 py-3">
      <h3 className="flex justify-between text-13 font-medium">
        First steps
        <span className="tabular text-muted">
          {done} of {steps.length}
        </span>
      </h3>
      <ol className="mt-1.5 flex flex-col">
        {steps.map(({ words, done: isDone, link }) => (
          <li key={words} className="flex min-h-8 items-center gap-2.5">
            {isDone ? (
              <CircleCheck aria-label="Done" data-tone="green" size={16} className="shrink-0 text-tone-ink" />
            ) : (
              <Circle aria-label="To do" size={16} className="shrink-0 text-faint" />
            )}
            {isDone ? (
              <span className="text-muted">{words}</span>
            ) : (
              <Link {...link} className="rounded-6 font-medium text-accent-ink underline-offset-2 hover:underline">
                {words}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(user: User, activity: ParticipantActivity, asset: string | undefined): readonly Step[] {
  const recorded = (...actions: string[]) => activity.byAction.some(({ action }) => actions.includes(action));
  const record = (action: (typeof eventActions)[number]): LinkProps => ({
    to: '/events',
    search: { action: 'add', record: action, ...(asset === undefined ? {} : { id: asset }) },
  });
  const verify: Step = {
    words: 'Verify its journey in this browser',
    // A verification before the first asset, for example on the landing page, was of another one.
    done: asset !== undefined && hasVerified(),
    link: asset === undefined ? { to: '/assets' } : { to: '/assets/$assetId', params: { assetId: asset } },
  };
  if (holds(user, canManufacture))
    return [
      {
        words: 'Create your first asset',
        done: recorded('manufactured'),
        link: { to: '/assets', search: { action: 'add' } },
      },
      { words: 'Ship it', done: recorded('shipped'), link: record('shipped') },
      verify,
    ];
  const arrival: Step = {
    words: 'Receive an asset that reached you',
    done: recorded('received', 'delivered'),
    link: { to: '/events' },
  };
  return holds(user, canShip)
    ? [arrival, { words: 'Ship it on', done: recorded('shipped'), link: record('shipped') }, verify]
    : [arrival, { words: 'Check its quality', done: recorded('quality_check'), link: record('quality_check') }, verify];
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { BlockLink, useHead } from '#domains/ledger/web/index.ts';
import type { ParticipantRole, User } from '#domains/participants/contract.ts';
import type { Activity } from '#domains/trace/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ownEventsQuery } from './queries.ts';
import { doneBy, tasksQuery } from './tasks.ts';

/** Lists tasks for a role. An account of the role sees each one checked off by the events it records. */
export function TaskList({ role, user }: { role: ParticipantRole; user: User | null }) {
  const mine = user?.role === role;
  const { length } = useHead();
  const { beginning, beginAgain } = useBeginning(mine ? user.username : undefined, length);
  const { data } = useQuery({ ...ownEventsQuery(user?.username ?? ''), enabled: mine && beginning !== undefined });
  const { data: all } = useQuery(tasksQuery);
  const tasks = all?.[role] ?? [];
  const ticked = tasks.map((task) => ({
    task,
    event: beginning === undefined ? undefined : doneBy(task, data?.activities ?? [], beginning),
  }));
  const count = ticked.filter(({ event }) => event).length;
  const tickable = tasks.filter(({ actions }) => actions).length;
  return (
    <Card
      title="Things to try"
      description={
        tickable === 0
          ? 'These tasks only read, so they leave no record to check off.'
          : mine && beginning !== undefined
            ? `${count} of ${tickable} done, based on your events since you started.`
            : 'Each task is checked off when you record its event.'
      }
      action={
        mine && count > 0 ? (
          <Button size="small" variant="quiet" onClick={beginAgain}>
            Start over
          </Button>
        ) : undefined
      }
    >
      {all ? null : (
        // About as tall as the tasks, so that the content below does not shift.
        <div aria-busy="true" className="min-h-80">
          <SkeletonText lines={6} />
        </div>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {ticked.map(({ task, event }) => (
          <TaskRow key={task.title} task={task} event={event} open={mine} />
        ))}
      </ol>
    </Card>
  );
}

function TaskRow({ task, event, open }: { task: RoleTask; event: Activity | undefined; open: boolean }) {
  return (
    <li
      data-tone={event ? 'green' : 'grey'}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <span className={`mt-0.5 ${event ? 'text-tone-ink' : 'text-faint'}`}>
        {event ? <CircleCheck aria-hidden="true" size={18} /> : <Circle aria-hidden="true" size={18} />}
        <span className="sr-only">{event ? 'Done:' : 'To do:'}</span>
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{task.title}</p>
        <p className="text-muted">
          {event ? (
            <>
              {event.action.replaceAll('_', ' ')} {event.assetId}, block <BlockLink index={event.blockIndex} />
            </>
          ) : (
            task.text
          )}
        </p>
      </div>
      {open ? (
        <Link {...task.link} className={buttonClass('secondary', 'small')}>
          {event ? 'Repeat' : 'Try it'}
          <ArrowRight aria-hidden="true" size={14} />
          <span className="sr-only">: {task.title}</span>
        </Link>
      ) : null}
    </li>
  );
}

const keyOf = (username: string) => `role-demo-since:${username}`;

/**
 * Returns the chain height at which this browser started trying an account. Undefined until known; events recorded
 * before then do not count. Demo accounts are shared and have a history, so only later events count. It is a height
 * because clocks differ.
 */
function useBeginning(username: string | undefined, length: number | undefined) {
  const [begun, setBegun] = useState<{ readonly username: string; readonly length: number }>();
  const begin = () => {
    if (username === undefined || length === undefined) return;
    keep(username, length);
    setBegun({ username, length });
  };
  if (username === undefined) return { beginning: undefined, beginAgain: begin };
  const beginning = begun?.username === username ? begun.length : read(username);
  // The first visit with the account is the start. It is also stored in state: without storage the next block would move it.
  if (beginning === undefined) begin();
  return { beginning, beginAgain: begin };
}

function read(username: string): number | undefined {
  try {
    const kept = localStorage.getItem(keyOf(username));
    return kept !== null && /^\d{1,16}$/.test(kept) ? Number(kept) : undefined;
  } catch {
    return undefined;
  }
}

function keep(username: string, length: number): void {
  try {
    localStorage.setItem(keyOf(username), String(length));
  } catch {
    // Without storage each visit starts over.
  }
}

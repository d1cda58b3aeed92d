import type { LinkProps } from '@tanstack/react-router';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { Activity } from '#domains/trace/contract.ts';

/** Something to try. One that leaves an event of its own is ticked off by it; one that only reads is not. */
export type Task = {
  readonly title: string;
  readonly text: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly actions: readonly string[] | undefined;
};

const record = { to: '/events', search: { action: 'add' } } as const;

export const tasks: Readonly<Record<ParticipantRole, readonly Task[]>> = {
  manufacturer: [
    {
      title: 'Put an asset on record',
      text: 'Give it an id of your own. The manufacturing template fills in the rest.',
      link: { to: '/assets', search: { action: 'add' } },
      actions: ['manufactured'],
    },
    {
      title: 'Ship it',
      text: 'Record that it left, with the place it goes to.',
      link: record,
      actions: ['shipped'],
    },
    {
      title: 'Check its quality',
      text: 'Record what was measured, as JSON or as key:value pairs.',
      link: record,
      actions: ['quality_check'],
    },
  ],
  shipper: [
    {
      title: 'Ship an asset',
      text: 'Choose any asset that was manufactured and send it on its way.',
      link: record,
      actions: ['shipped'],
    },
    {
      title: 'Receive it at your hub',
      text: 'Its status becomes in transit.',
      link: record,
      actions: ['received'],
    },
  ],
  retailer: [
    {
      title: 'Confirm a delivery',
      text: 'Choose an asset that is in transit. Its status becomes delivered.',
      link: record,
      actions: ['delivered', 'received'],
    },
    {
      title: 'Check what arrived',
      text: 'Record a quality check.',
      link: record,
      actions: ['quality_check'],
    },
    {
      title: 'Send something back',
      text: 'A return puts it in transit again.',
      link: record,
      actions: ['returned'],
    },
  ],
  other: [
    {
      title: 'Validate the whole chain',
      text: 'The server reads every stored block again while you watch.',
      link: { to: '/blockchain', search: { action: 'validate' } },
      actions: undefined,
    },
    {
      title: 'Generate an audit log',
      text: 'Narrow it to a participant or an asset, then take it away as CSV.',
      link: { to: '/audit', search: {} },
      actions: undefined,
    },
  ],
};

/** The event that ticks a task off: the newest of the right kind since the given block; undefined while there is none. */
export function doneBy(task: Task, activities: readonly Activity[], sinceBlock: number): Activity | undefined {
  return activities.find(
    ({ action, blockIndex, correctedBy }) =>
      blockIndex >= sinceBlock && correctedBy === undefined && (task.actions?.includes(action) ?? false),
  );
}

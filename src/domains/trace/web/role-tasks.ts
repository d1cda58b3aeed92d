import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';

const record = { to: '/events', search: { action: 'add' } } as const;

/** Tasks that each role can try with assets and events. */
export const tasks: Readonly<Partial<Record<ParticipantRole, readonly RoleTask[]>>> = {
  manufacturer: [
    {
      title: 'Create an asset',
      text: 'Give it an id of your own. The manufacturing template fills in the rest.',
      link: { to: '/assets', search: { action: 'add' } },
      actions: ['manufactured'],
    },
    {
      title: 'Ship it',
      text: 'Record that it left, with its destination.',
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
};

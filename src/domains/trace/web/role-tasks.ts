import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';

const record = { to: '/events', search: { action: 'add' } } as const;

/** Tasks that each role can try with assets and events. */
export const tasks: Readonly<Partial<Record<ParticipantRole, readonly RoleTask[]>>> = {
  manufacturer: [
    {
      title: 'Create an asset',
      text: 'Choose an id for it. The manufacturing template fills in the rest.',
      link: { to: '/assets', search: { action: 'add' } },
      actions: ['manufactured'],
    },
    {
      title: 'Ship it',
      text: 'Record that it left, and its addressee. Then only the addressee can receive it.',
      link: record,
      actions: ['shipped'],
    },
    {
      title: 'Check its quality',
      text: 'Record the measurements, as JSON or as key:value pairs.',
      link: record,
      actions: ['quality_check'],
    },
  ],
  shipper: [
    {
      title: 'Receive a shipment',
      text: 'Choose an asset that is on its way to you. You then have custody, and its status becomes in transit.',
      link: record,
      actions: ['received'],
    },
    {
      title: 'Ship it on',
      text: 'Record that it left your hub, and its addressee.',
      link: record,
      actions: ['shipped'],
    },
  ],
  retailer: [
    {
      title: 'Confirm a delivery',
      text: 'Choose an asset that is on its way. Its status becomes delivered.',
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

import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';

/** Tasks that each role can try with the audit log. */
export const tasks: Readonly<Partial<Record<ParticipantRole, readonly RoleTask[]>>> = {
  other: [
    {
      title: 'Generate an audit log',
      text: 'Narrow it to a participant or an asset, then export it to CSV.',
      link: { to: '/audit', search: {} },
    },
  ],
};

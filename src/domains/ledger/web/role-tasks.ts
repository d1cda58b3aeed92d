import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';

/** What each role can try with the chain. */
export const tasks: Readonly<Partial<Record<ParticipantRole, readonly RoleTask[]>>> = {
  other: [
    {
      title: 'Validate the whole chain',
      text: 'The server reads every stored block again while you watch.',
      link: { to: '/blockchain', search: { action: 'validate' } },
    },
  ],
};

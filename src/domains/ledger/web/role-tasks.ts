import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { RoleTask } from '#platform/web/domain.ts';

/** Tasks that each role can try with the chain. */
export const tasks: Readonly<Partial<Record<ParticipantRole, readonly RoleTask[]>>> = {
  other: [
    {
      title: 'Validate the whole chain',
      text: 'The server re-reads every stored block while you watch.',
      link: { to: '/blockchain', search: { action: 'validate' } },
    },
  ],
};

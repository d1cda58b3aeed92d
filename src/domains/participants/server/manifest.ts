import { capabilities, routes, tools, vocabulary } from '#domains/participants/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import { planParticipants } from './demo/demo-steps.ts';
import type { ExportPart } from './export-own-data.ts';
import type { Participants } from './open-participants.ts';
import { mountParticipants } from './routes.ts';
import type { SignedIn } from './sessions.ts';

type Assembly = { readonly exportParts: readonly ExportPart[] };

export const participantsDomain: Domain<{ participants: Participants }, SignedIn, Assembly> = {
  name: 'participants',
  tables: [
    'account_identifiers',
    'account_version',
    'accounts',
    'admin_log',
    'confirmed_identifiers',
    'passkey_challenges',
    'passkeys',
    'password_resets',
    'recovery_codes',
    'security_events',
    'sessions',
    'sign_in_failures',
    'sign_in_places',
    'totp_factors',
  ],
  capabilities,
  routes,
  tools,
  vocabulary,
  open: ({ participants }) => ({
    mount: (mount, { exportParts }) => mountParticipants(mount, participants, exportParts),
    demoSteps: (world) => planParticipants(participants, world),
  }),
};

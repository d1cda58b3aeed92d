import { z } from 'zod';
import { ParticipantRole } from '#domains/participants/contract.ts';
import { route } from '#platform/contract/route.ts';

/** An account that is published together with its password, so it exists in demo mode alone. */
export const DemoAccount = z
  .object({
    username: z.string(),
    password: z.string(),
    role: ParticipantRole,
    administrator: z.boolean(),
    displayName: z.string(),
  })
  .meta({ id: 'DemoAccount' });
export type DemoAccount = z.infer<typeof DemoAccount>;

export const demoAccounts = route({
  method: 'GET',
  path: '/api/demo-accounts',
  tag: 'Demo',
  summary: 'List the accounts that anyone may try',
  description: 'Empty, and `demo` false, where the server is not in demo mode. Sign in with `POST /api/auth/login`.',
  access: 'public',
  response: z.object({ demo: z.boolean(), accounts: z.array(DemoAccount).max(20) }),
});

export const routes = [demoAccounts] as const;

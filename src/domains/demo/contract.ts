import { z } from 'zod';
import { Role } from '#domains/participants/contract.ts';
import { route } from '#platform/contract/route.ts';

/** An account whose password is public. It exists in demo mode only. */
export const DemoAccount = z
  .object({
    username: z.string(),
    password: z.string(),
    role: Role,
    administrator: z.boolean(),
    auditor: z.boolean(),
    displayName: z.string(),
  })
  .meta({ id: 'DemoAccount' });
export type DemoAccount = z.infer<typeof DemoAccount>;

export const demoAccounts = route({
  method: 'GET',
  path: '/api/demo-accounts',
  tag: 'Demo',
  summary: 'List the demo accounts',
  description: 'Outside demo mode, the list is empty and `demo` is false. Sign in with `POST /api/auth/login`.',
  access: 'public',
  response: z.object({ demo: z.boolean(), accounts: z.array(DemoAccount).max(20) }),
});

export const routes = [demoAccounts] as const;

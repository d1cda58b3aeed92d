import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Role } from './roles.ts';

// Separate from signing in, because contracts that the shell loads use these.
export const accountInactive = errorKind('participants.inactive', 403, 'Account is not active');
export const notRegistered = errorKind('participants.not_registered', 403, 'Not registered');
export const identifierTaken = errorKind(
  'participants.identifier_taken',
  409,
  'Identifier is confirmed for another participant',
);
export const accountChanged = errorKind('participants.account_changed', 409, 'Account changed meanwhile');
export const stepUpRequired = errorKind('step_up_required', 403, 'Identity not confirmed recently');

export const User = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string().optional(),
    role: Role,
    administrator: z.boolean(),
    auditor: z.boolean(),
    status: z.enum(['active', 'inactive']),
    createdAt: Instant,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const me = route({
  method: 'GET',
  path: '/api/auth/me',
  tag: 'Accounts',
  summary: 'Read the signed-in account',
  access: 'signed in',
  response: z.object({ user: User }),
});

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  tag: 'Accounts',
  summary: 'Sign out and end this session',
  access: 'signed in',
  response: z.object({ ended: z.boolean() }),
});

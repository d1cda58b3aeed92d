import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, JsonObject, requiredText } from '#platform/contract/scalars.ts';
import { User } from './accounts.ts';
import { Participant } from './participants.ts';
import { Passkey } from './passkey.ts';
import { SecondFactors } from './second-factors.ts';
import { Password, weakPassword } from './sign-in.ts';

export const sessionNotFound = errorKind('participants.session_not_found', 404, 'Session not found');
export const resetInvalid = errorKind('participants.reset_invalid', 400, 'Link is not valid');

export const SessionEntry = z
  .object({
    id: z.uuid(),
    device: z.string().describe('Browser and operating system, from the user agent.'),
    address: z.string().describe('Network of the client: its IP address without the last part.'),
    createdAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: 'SessionEntry' });
export type SessionEntry = z.infer<typeof SessionEntry>;

export const listSessions = route({
  method: 'GET',
  path: '/api/auth/sessions',
  tag: 'Accounts',
  summary: 'List your sessions',
  description: 'At most 100, most recently used first.',
  access: 'signed in',
  response: z.object({ sessions: z.array(SessionEntry) }),
});

export const endSession = route({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  tag: 'Accounts',
  summary: 'End one of your sessions',
  access: 'signed in',
  params: z.object({ id: z.uuid() }),
  response: z.object({ ended: z.literal(true) }),
  errors: [sessionNotFound],
});

export const endOtherSessions = route({
  method: 'DELETE',
  path: '/api/auth/sessions',
  tag: 'Accounts',
  summary: 'End all your other sessions',
  access: 'signed in',
  response: z.object({ endedSessions: z.int().min(0) }),
});

export const securityEventKinds = [
  'account_created',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'password_changed',
  'password_reset',
  'reset_link_made',
  'session_ended',
  'sessions_ended',
  'role_changed',
  'administrator_changed',
  'auditor_changed',
  'activation_changed',
  'second_factor_enabled',
  'second_factor_disabled',
  'recovery_code_used',
  'recovery_codes_renewed',
  'identity_confirmed',
  'passkey_added',
  'passkey_removed',
  'factors_removed',
] as const;

export const SecurityEvent = z
  .object({
    id: z.int(),
    kind: z.enum(securityEventKinds),
    at: Instant,
    address: z.string().optional(),
    device: z.string().optional(),
    detail: z.string().optional(),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const securityLog = route({
  method: 'GET',
  path: '/api/auth/security-log',
  tag: 'Accounts',
  summary: 'Read your security log',
  description: 'Newest first. Stores the newest 250 failed sign-ins and the newest 250 other entries.',
  access: 'signed in',
  query: z.strictObject({ page: PageNumber, limit: pageSize(20, 100) }),
  response: z.object({ entries: z.array(SecurityEvent), pagination: Pagination }),
});

export const OwnData = z
  .object({
    exportedAt: Instant,
    user: User,
    participant: Participant.extend({ contact: z.string().optional() }).optional(),
    manages: z.array(z.string()).describe('Participants that this account registered, at most 1,000.'),
    sessions: z.array(SessionEntry),
    securityLog: z.array(SecurityEvent),
    secondFactors: SecondFactors,
    passkeys: z.array(Passkey),
    parts: z
      .record(z.string(), z.array(JsonObject))
      .describe(
        'Everything that other parts of the product store for the account, such as conversations with the assistant.',
      ),
    onTheChain: z.string().describe('Where to read the account’s events, which stay on the chain.'),
  })
  .meta({ id: 'OwnData' });

export const exportOwnData = route({
  method: 'GET',
  path: '/api/auth/export',
  tag: 'Accounts',
  summary: 'Export everything stored about your account',
  description: 'Streamed at any length.',
  access: 'signed in',
  cost: 'heavy',
  response: OwnData,
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  tag: 'Accounts',
  summary: 'Choose a new password with a one-time link',
  description:
    'The token comes from an administrator, is valid for 24 hours and works once. All sessions of the account end. Passkeys ' +
    'stay and sign in without the password.',
  access: 'public',
  cost: 'sign-in',
  body: z.strictObject({
    token: requiredText('Token is required').min(1, 'Token is required').max(200),
    newPassword: Password,
  }),
  response: z.object({
    changed: z.literal(true),
    username: z.string(),
    passkeys: z.int().min(0).describe('Passkeys that still sign in.'),
  }),
  errors: [resetInvalid, weakPassword, unavailable],
});

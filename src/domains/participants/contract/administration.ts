import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { identifierTaken, stepUpRequired } from './accounts.ts';
import { canAdminister, canOpenAdministration, canReadAdministration } from './capabilities.ts';
import { lastAdministrator } from './participants.ts';
import { Role } from './roles.ts';

export const accountNotFound = errorKind('participants.account_not_found', 404, 'Account not found');
export const ownAccount = errorKind('participants.own_account', 409, 'Own account');
export const noFactors = errorKind('participants.no_factors', 409, 'Nothing to remove');
export const noPassword = errorKind('participants.no_password', 409, 'Account has no sign-in');

export const identifierNotClaimed = errorKind('participants.identifier_not_claimed', 404, 'Identifier not claimed');

const IdentifierClaim = z.object({
  identifier: z.string(),
  verified: z.boolean().describe('Whether an administrator confirmed it for this account.'),
  otherClaims: z.int().min(0).describe('Other accounts that claim the same identifier, in any spelling.'),
});
export type IdentifierClaim = z.infer<typeof IdentifierClaim>;

export const AdministeredAccount = z
  .object({
    id: z.uuid(),
    username: z.string(),
    displayName: z.string().optional(),
    email: z.string().optional().describe('Only for administrators.'),
    role: Role,
    administrator: z.boolean(),
    auditor: z.boolean(),
    status: z.enum(['active', 'inactive']),
    managedBy: z.string().optional(),
    signsIn: z.boolean().describe('False for a participant without a password, which another account manages.'),
    secondFactor: z.boolean().describe('Whether signing in with the password requires a code.'),
    passkeys: z.int().min(0),
    identifiers: z.array(IdentifierClaim).describe('Claims to external identifiers: GLN, URN or Digital Link.'),
    sessions: z.int().min(0),
    lastSeenAt: Instant.optional(),
    createdAt: Instant,
  })
  .meta({ id: 'AdministeredAccount' });
export type AdministeredAccount = z.infer<typeof AdministeredAccount>;

const AccountId = z.object({ id: z.uuid() });

export const administrationTotals = route({
  method: 'GET',
  path: '/api/admin/totals',
  tag: 'Administration',
  summary: 'Count accounts and sessions',
  description: 'Numbers only, without personal data.',
  access: { may: canOpenAdministration },
  response: z.object({
    accounts: z.int().min(0),
    active: z.int().min(0),
    signIns: z.int().min(0).describe('Accounts with a password. The others are managed by an account.'),
    administrators: z.int().min(0),
    auditors: z.int().min(0),
    sessions: z.int().min(0).describe('Sessions that have not expired.'),
    roles: z.array(z.object({ role: Role, accounts: z.int().min(0) })),
  }),
});

export const listAccounts = route({
  method: 'GET',
  path: '/api/admin/accounts',
  tag: 'Administration',
  summary: 'List all accounts',
  description: 'Newest first. Only administrators see e-mail addresses.',
  access: { may: canReadAdministration },
  cost: 'search',
  query: z.strictObject({
    search: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Part of the username, the display name or, for administrators, the e-mail.'),
    role: Role.optional(),
    status: z.enum(['active', 'inactive']).optional(),
    administrator: z.enum(['true', 'false']).optional(),
    auditor: z.enum(['true', 'false']).optional(),
    page: PageNumber,
    limit: pageSize(25, 100),
  }),
  response: z.object({ accounts: z.array(AdministeredAccount), pagination: Pagination }),
});

export const readAccount = route({
  method: 'GET',
  path: '/api/admin/accounts/{id}',
  tag: 'Administration',
  summary: 'Read one account',
  access: { may: canReadAdministration },
  params: AccountId,
  response: AdministeredAccount,
  errors: [accountNotFound],
});

export const changeAccount = route({
  method: 'PATCH',
  path: '/api/admin/accounts/{id}',
  tag: 'Administration',
  summary: 'Change the role, status or rights of an account',
  description:
    'The last active administrator cannot be removed, and administrators cannot deactivate themselves. ' +
    'Only an administrator can reactivate an account that an administrator deactivated. Every change is logged. Requires a recent proof of identity: see `POST /api/auth/step-up`.',
  access: { may: canAdminister },
  params: AccountId,
  body: z
    .strictObject({
      role: Role.optional(),
      active: z.boolean().optional(),
      administrator: z.boolean().optional(),
      auditor: z.boolean().optional().describe('Whether it may read accounts and the administration log.'),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      message: 'Name at least one field to change: role, active, administrator or auditor',
    }),
  response: AdministeredAccount,
  errors: [accountNotFound, lastAdministrator, ownAccount, stepUpRequired],
});

export const endSessionsOf = route({
  method: 'DELETE',
  path: '/api/admin/accounts/{id}/sessions',
  tag: 'Administration',
  summary: 'End all sessions of an account',
  access: { may: canAdminister },
  params: AccountId,
  response: z.object({ endedSessions: z.int().min(0) }),
  errors: [accountNotFound],
});

export const makeResetLink = route({
  method: 'POST',
  path: '/api/admin/accounts/{id}/reset-link',
  tag: 'Administration',
  summary: 'Create a one-time password reset link',
  description:
    'The link is valid for 24 hours, works once and replaces an earlier one. Second factors stay. It is returned only once. Requires a recent proof of identity: see ' +
    '`POST /api/auth/step-up`.',
  access: { may: canAdminister },
  status: 201,
  params: AccountId,
  response: z.object({ path: z.string().describe('Path of the link on this server.'), expiresAt: Instant }),
  errors: [accountNotFound, noPassword, stepUpRequired],
});

export const removeFactors = route({
  method: 'DELETE',
  path: '/api/admin/accounts/{id}/factors',
  tag: 'Administration',
  summary: 'Remove the authenticator app, recovery codes and passkeys of an account',
  description:
    'For an owner who lost them. The password stays, and is sufficient to sign in until the owner sets up a new factor. All sessions ' +
    'of the account end. Requires a recent proof of identity: see `POST /api/auth/step-up`.',
  access: { may: canAdminister },
  params: AccountId,
  response: z.object({ secondFactor: z.boolean(), passkeys: z.int().min(0), endedSessions: z.int().min(0) }),
  errors: [accountNotFound, noFactors, stepUpRequired],
});

export const confirmIdentifier = route({
  method: 'PATCH',
  path: '/api/admin/accounts/{id}/identifiers',
  tag: 'Administration',
  summary: 'Confirm a claim to an identifier, or withdraw the confirmation',
  description:
    'Applies to every spelling of the identifier. The claims of others stay unverified and no longer resolve. An identifier ' +
    'that is confirmed for another account is refused: withdraw that confirmation first. Every change is logged. Requires a ' +
    'recent proof of identity: see `POST /api/auth/step-up`.',
  access: { may: canAdminister },
  params: AccountId,
  body: z.strictObject({
    identifier: z.string().min(1).max(300).describe('As the account claims it.'),
    verified: z.boolean(),
  }),
  response: AdministeredAccount,
  errors: [accountNotFound, identifierNotClaimed, identifierTaken, stepUpRequired],
});

export const AdminLogEntry = z
  .object({
    id: z.int(),
    at: Instant,
    actor: z.string(),
    target: z.string().optional(),
    action: z.string(),
    before: z.record(z.string(), z.json()),
    after: z.record(z.string(), z.json()),
    address: z.string().optional(),
  })
  .meta({ id: 'AdminLogEntry' });
export type AdminLogEntry = z.infer<typeof AdminLogEntry>;

export const adminLog = route({
  method: 'GET',
  path: '/api/admin/log',
  tag: 'Administration',
  summary: 'Read the administration log',
  description: 'Newest first. Entries cannot be changed or removed.',
  access: { may: canReadAdministration },
  cost: 'search',
  query: z.strictObject({
    account: z.string().max(64).optional().describe('Username of an actor or a target.'),
    page: PageNumber,
    limit: pageSize(25, 100),
  }),
  response: z.object({ entries: z.array(AdminLogEntry), pagination: Pagination }),
});

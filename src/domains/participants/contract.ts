import { z } from 'zod';
import { errorKind, tooManyRequests, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, pageSize } from '#platform/contract/pagination.ts';
import { type Access, route } from '#platform/contract/route.ts';
import { Instant, requiredText } from '#platform/contract/scalars.ts';

/** The roles that anyone may choose at sign-up. An account of one of these is a participant. */
export const participantRoles = ['manufacturer', 'shipper', 'retailer', 'other'] as const;
export const ParticipantRole = z.enum(participantRoles).meta({ id: 'ParticipantRole' });
export type ParticipantRole = z.infer<typeof ParticipantRole>;

/** True for the role of a participant: one in whose name events are recorded. */
export const isParticipantRole = (role: string): role is ParticipantRole =>
  (participantRoles as readonly string[]).includes(role);

/** All roles. `resident` and `government` are given by an administrator and are in no public list. */
export const Role = z.enum([...participantRoles, 'resident', 'government']).meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

/**
 * Who may do what. The server decides by this table alone, the screens hide by it, and the permission matrix is drawn
 * from it. `administrator` stands for the mark that only an administrator or the command line gives.
 */
export const permissions = {
  'record manufactured': ['manufacturer'],
  'record shipped': ['manufacturer', 'shipper'],
  'record handling': ['manufacturer', 'shipper', 'retailer'],
  'record for anyone': ['administrator'],
  'register participant': ['manufacturer', 'other'],
  'read audit trail': ['manufacturer', 'other'],
  'validate chain': ['manufacturer', 'other'],
  'test api': ['manufacturer', 'other'],
  'read observability': ['manufacturer', 'other'],
  'import events': ['manufacturer', 'administrator'],
  administer: ['administrator'],
} as const satisfies Record<string, readonly (Role | 'administrator')[]>;
export type Capability = keyof typeof permissions;

/** True when an account of this role, with or without the administrator's mark, holds the capability. */
export function holds(account: { role: Role; administrator: boolean }, capability: Capability): boolean {
  const holders: readonly string[] = permissions[capability];
  return holders.includes(account.role) || (account.administrator && holders.includes('administrator'));
}

/** The access of a route that asks for a capability. */
export const may = (capability: Capability): Access => ({ may: capability });

/** 3 to 32 of a-z, 0-9, `-` and `_`, unique without case: it becomes part of the permanent record. */
export const Username = requiredText('Username is required')
  .trim()
  .min(1, { error: 'Username is required', abort: true })
  .min(3, 'Username must be at least 3 characters')
  .max(32, 'Username must be at most 32 characters')
  .regex(/^[a-zA-Z0-9_-]+$/, 'Username may contain a-z, 0-9, - and _ only')
  .meta({ id: 'Username', example: 'acme-coffee' });

/** Six characters at least (the product's rule); 1024 at most, so that hashing one stays bounded work. */
export const Password = requiredText('Password is required')
  .min(6, 'Password must be at least 6 characters')
  .max(1024, 'Password must be at most 1,024 characters');

export const User = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string().optional(),
    role: Role,
    administrator: z.boolean(),
    status: z.enum(['active', 'inactive']),
    createdAt: Instant,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const Participant = z
  .object({
    id: z.uuid(),
    username: z.string(),
    displayName: z.string().optional(),
    role: ParticipantRole,
    status: z.enum(['active', 'inactive']),
    eventCount: z.int().min(0),
    createdAt: Instant,
    identifiers: z.array(z.string()).describe('External identifiers: GLN, URN or Digital Link.'),
  })
  .meta({ id: 'Participant' });
export type Participant = z.infer<typeof Participant>;

export const Session = z.object({ token: z.string(), user: User }).meta({ id: 'Session' });

export const badCredentials = errorKind('participants.bad_credentials', 401, 'Sign-in failed');
export const wrongPassword = errorKind('participants.wrong_password', 400, 'Wrong password');
export const usernameTaken = errorKind('participants.username_taken', 409, 'Username is taken');
export const emailTaken = errorKind('participants.email_taken', 409, 'E-mail is in use');
export const weakPassword = errorKind('participants.weak_password', 400, 'Password is too common');
export const accountInactive = errorKind('participants.inactive', 403, 'Account is not active');
export const notRegistered = errorKind('participants.not_registered', 403, 'Not registered');

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  tag: 'Accounts',
  summary: 'Sign in',
  description: 'Answers equally, in the same time, for an unknown user and for a wrong password.',
  access: 'public',
  body: z.strictObject({
    username: requiredText('Username is required').min(1, 'Username is required').max(64),
    password: requiredText('Password is required').min(1, 'Password is required').max(1024),
  }),
  response: Session,
  errors: [badCredentials, accountInactive, tooManyRequests, unavailable],
});

export const RegisterRequest = z
  .strictObject({
    user: Username.optional(),
    username: Username.optional(),
    password: Password.optional(),
    role: ParticipantRole.optional().describe('An account is a manufacturer unless it says otherwise.'),
    email: z
      .email({ error: ({ input }) => (input === '' ? 'Email is required for registration' : 'Email is not valid') })
      .max(254)
      .optional(),
    displayName: z.string().trim().min(1).max(120).optional(),
    identifiers: z.array(z.string().trim().min(1).max(300)).max(20).optional(),
  })
  .superRefine((body, context) => {
    if (body.user === undefined && body.username === undefined)
      context.addIssue({ code: 'custom', path: ['user'], message: 'Username is required' });
    if (body.password !== undefined && body.email === undefined)
      context.addIssue({ code: 'custom', path: ['email'], message: 'Email is required for registration' });
    if (body.password === undefined && body.role === undefined)
      context.addIssue({ code: 'custom', path: ['role'], message: 'Role is required' });
  });

export const register = route({
  method: 'POST',
  path: '/api/register',
  tag: 'Accounts',
  summary: 'Create an account, or register a participant',
  description:
    'With a password it makes an account and signs it in (`token`, `user`). Without one, and signed in as manufacturer ' +
    'or other, it registers a participant that the caller manages (`msg`, `participant`).',
  access: 'public',
  status: 201,
  idempotent: true,
  body: RegisterRequest,
  response: z.union([
    Session,
    z.object({ msg: z.string(), participant: z.object({ id: z.uuid(), username: z.string(), role: ParticipantRole }) }),
  ]),
  errors: [usernameTaken, emailTaken, weakPassword, tooManyRequests, unavailable],
});

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
  summary: 'Sign out: end the session of this token',
  access: 'signed in',
  response: z.object({ ended: z.boolean() }),
});

export const setPassword = route({
  method: 'POST',
  path: '/api/auth/set-password',
  tag: 'Accounts',
  summary: 'Change the password',
  description: 'Checks the current password, then ends every other session of the account.',
  access: 'signed in',
  body: z.strictObject({
    currentPassword: requiredText('Current password is required').min(1, 'Current password is required').max(1024),
    newPassword: Password,
  }),
  response: z.object({ changed: z.literal(true), endedSessions: z.int().min(0) }),
  errors: [wrongPassword, weakPassword, tooManyRequests, unavailable],
});

export const participantsMap = route({
  method: 'GET',
  path: '/api/participants',
  tag: 'Participants',
  summary: 'Read the participants as a map from username to role',
  description: 'The 1,000 most recently registered, active ones. Use `/api/participants-list` to search.',
  access: 'public',
  response: z.record(z.string(), ParticipantRole),
});

export const participantsList = route({
  method: 'GET',
  path: '/api/participants-list',
  tag: 'Participants',
  summary: 'List participants',
  description: 'Newest first. The headers `X-Total-Count` and `X-Total-Pages` say how many there are.',
  access: 'public',
  query: z.strictObject({
    search: z.string().trim().max(100).optional(),
    role: ParticipantRole.optional(),
    page: PageNumber,
    limit: pageSize(100, 1000),
  }),
  response: z.array(Participant),
});

export const participantStats = route({
  method: 'GET',
  path: '/api/participant-stats',
  tag: 'Participants',
  summary: 'Count the active participants by role',
  access: 'public',
  response: z.object({
    manufacturers: z.int(),
    shippers: z.int(),
    retailers: z.int(),
    others: z.int(),
    total: z.int(),
  }),
});

export const routes = [
  login,
  register,
  me,
  logout,
  setPassword,
  participantsMap,
  participantsList,
  participantStats,
] as const;

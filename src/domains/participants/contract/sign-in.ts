import { z } from 'zod';
import { errorKind, tooManyRequests, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { requiredText } from '#platform/contract/scalars.ts';
import { accountChanged, accountInactive, identifierTaken, User } from './accounts.ts';
import { DisplayName } from './display-name.ts';
import { Passkey } from './passkey.ts';
import { ParticipantRole } from './roles.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 32;

/** `USERNAME_MIN` to `USERNAME_MAX` of a-z, A-Z, 0-9, `-` and `_`, unique regardless of case: it becomes part of the permanent record. */
export const Username = requiredText('Username is required')
  .trim()
  .min(1, { error: 'Username is required', abort: true })
  .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
  .max(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`)
  .regex(/^[a-zA-Z0-9_-]+$/, 'Username may contain a-z, A-Z, 0-9, - and _ only')
  .meta({ id: 'Username', example: 'acme-coffee' });

export const PASSWORD_MIN = 6;
export const passwordTooShort = `Password must be at least ${PASSWORD_MIN} characters`;

/** At least `PASSWORD_MIN` characters (the product's rule), and at most 1024, which bounds the work of hashing. */
export const Password = requiredText('Password is required')
  .min(PASSWORD_MIN, passwordTooShort)
  .max(1024, 'Password must be at most 1,024 characters');

export const Session = z.object({ token: z.string(), user: User }).meta({ id: 'Session' });

export const badCredentials = errorKind('participants.bad_credentials', 401, 'Sign-in failed');
export const wrongPassword = errorKind('participants.wrong_password', 400, 'Wrong password');
export const usernameTaken = errorKind('participants.username_taken', 409, 'Username is taken');
export const alreadyRegistered = errorKind('participants.already_registered', 409, 'Account already exists');
export const weakPassword = errorKind('participants.weak_password', 400, 'Password is too common');

export const secondFactorRequired = errorKind('second_factor_required', 401, 'Second factor required');
export const badSecondFactor = errorKind('participants.bad_second_factor', 401, 'Wrong code');

/** A code from an authenticator app (6 digits), or a recovery code. Spaces and hyphens are ignored. */
export const OneTimeCode = requiredText('Code is required')
  .trim()
  .min(1, 'Code is required')
  .max(64, 'Code must be at most 64 characters');

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  tag: 'Accounts',
  summary: 'Sign in',
  description:
    'An unknown user and a wrong password get the same response in the same time. An account with a second factor gets ' +
    '401 `second_factor_required`: repeat the call with `otp`. If the account changes in the meantime, no session opens: 409 ' +
    '`participants.account_changed`.',
  access: 'public',
  cost: 'sign-in',
  body: z.strictObject({
    username: requiredText('Username is required').min(1, 'Username is required').max(64),
    password: requiredText('Password is required').min(1, 'Password is required').max(1024),
    otp: OneTimeCode.optional().describe('A code from the authenticator app, or a recovery code.'),
  }),
  response: Session,
  errors: [
    badCredentials,
    secondFactorRequired,
    badSecondFactor,
    accountInactive,
    accountChanged,
    tooManyRequests,
    unavailable,
  ],
});

export const RegisterRequest = z
  .strictObject({
    user: Username.optional(),
    username: Username.optional(),
    password: Password.optional(),
    role: ParticipantRole.optional().describe('Default for an account: manufacturer.'),
    email: z
      .email({ error: ({ input }) => (input === '' ? 'Email is required for registration' : 'Email is not valid') })
      .max(254)
      .optional(),
    displayName: DisplayName.min(1, 'Display name must not be empty').optional(),
    identifiers: z
      .array(z.string().trim().min(1).max(300))
      .max(20)
      .optional()
      .describe('Claims to external identifiers. Each is unverified until an administrator confirms it.'),
  })
  .superRefine((body, context) => {
    if (body.user === undefined && body.username === undefined)
      context.addIssue({ code: 'custom', path: ['user'], message: 'Username is required' });
    if (body.password !== undefined && body.email === undefined)
      context.addIssue({ code: 'custom', path: ['email'], message: 'Email is required for registration' });
    if (body.password === undefined && body.email !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['email'],
        message: 'Only accounts have an email: add a password or remove the email',
      });
    if (body.password !== undefined && body.identifiers !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['identifiers'],
        message: 'Only participants without a password have identifiers: remove them',
      });
    if (body.password === undefined && body.role === undefined)
      context.addIssue({ code: 'custom', path: ['role'], message: 'Role is required' });
  });

/** A participant without a password, as a form collects it: the role may still be empty text. */
export const NewParticipant = z.object({
  user: Username,
  role: z.string().pipe(z.enum(ParticipantRole.options, 'Role is required')),
});

export const register = route({
  method: 'POST',
  path: '/api/register',
  tag: 'Accounts',
  summary: 'Create an account, or register a participant',
  description:
    'With a password, creates an account and signs it in (`token`, `user`). Without one, and signed in as manufacturer ' +
    'or other, registers a participant that the caller manages (`msg`, `participant`). Several participants may claim an identifier; ' +
    'one that is confirmed for another is refused with 409. Repeating the creation of an account with its `Idempotency-Key` and ' +
    'password signs in within 10 minutes, unless the account changed in the meantime: then 409 `participants.already_registered`.',
  access: 'public',
  cost: 'sign-in',
  status: 201,
  idempotent: true,
  body: RegisterRequest,
  response: z.union([
    Session,
    z.object({ msg: z.string(), participant: z.object({ id: z.uuid(), username: z.string(), role: ParticipantRole }) }),
  ]),
  errors: [usernameTaken, alreadyRegistered, identifierTaken, weakPassword, tooManyRequests, unavailable],
});

export const setPassword = route({
  method: 'POST',
  path: '/api/auth/set-password',
  tag: 'Accounts',
  summary: 'Change the password',
  description:
    'Checks the current password, then ends every other session of the account. Of two concurrent changes, one gets 409 ' +
    '`participants.account_changed`. Passkeys stay.',
  access: 'signed in',
  cost: 'sign-in',
  body: z.strictObject({
    currentPassword: requiredText('Current password is required').min(1, 'Current password is required').max(1024),
    newPassword: Password,
  }),
  response: z.object({
    changed: z.literal(true),
    endedSessions: z.int().min(0),
    passkeys: z.array(Passkey).describe('Passkeys that still sign in without the password, to review.'),
  }),
  errors: [wrongPassword, weakPassword, accountChanged, tooManyRequests, unavailable],
});

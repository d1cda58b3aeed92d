import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';

const tag = 'Subscription';

export const inviteNotFound = errorKind('billing.invite_not_found', 404, 'Invite not found');
export const tooManyInvites = errorKind('billing.too_many_invites', 409, 'Too many open invites');
export const cannotJoin = errorKind('billing.cannot_join', 409, 'Cannot join');
export const notInTeam = errorKind('billing.not_in_team', 404, 'Not in the team');
export const hasNoSignIn = errorKind('billing.has_no_sign_in', 409, 'Participant has no sign-in');

/** The most open invites at a time, and the days until one expires. */
export const INVITES_MAX = 50;
export const INVITE_DAYS = 7;

export const InviteKind = z
  .enum(['managed', 'member'], { error: 'kind is managed or member' })
  .describe(
    'managed: you may record events for the account, and edit its details. member: it stays independent. Both count as a user.',
  )
  .meta({ id: 'InviteKind' });
export type InviteKind = z.infer<typeof InviteKind>;

export const Invite = z
  .object({
    id: z.uuid(),
    kind: InviteKind,
    email: z.string().nullable().describe('The address to which the link was mailed.'),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'TeamInvite' });
export type Invite = z.infer<typeof Invite>;

const Token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'token is the part of the link after #')
  .meta({ example: 'A'.repeat(43) });

export const TEAM_MAX = 1000;

export const readTeam = route({
  method: 'GET',
  path: '/api/subscription/team',
  tag,
  summary: 'Read your team',
  description: `The accounts that your subscription counts as users: at most ${TEAM_MAX.toLocaleString('en-US')} are listed. Only the payer sees invites.`,
  access: 'signed in',
  response: z.object({
    payer: z.string().describe('The username of the account that pays for you; your own if you do.'),
    seats: z.int(),
    members: z
      .array(z.object({ username: z.string(), kind: z.enum(['payer', 'member', 'managed']), active: z.boolean() }))
      .max(TEAM_MAX),
    invites: z.array(Invite).max(INVITES_MAX),
    mails: z.boolean().describe('Whether this server mails links. Otherwise copy them.'),
  }),
});

export const createInvite = route({
  method: 'POST',
  path: '/api/subscription/team/invites',
  tag,
  summary: 'Invite a person to your team',
  description: `The link is valid once, for ${INVITE_DAYS} days. It is returned here and never again.`,
  access: 'signed in',
  status: 201,
  body: z.strictObject({
    kind: InviteKind,
    email: z
      .email('email must be an email address')
      .max(254)
      .optional()
      .describe('Mails the link, if this server mails.'),
  }),
  response: z.object({
    invite: Invite,
    link: z.string().describe('The token is its fragment, which browsers send to no server.'),
    mailed: z.boolean(),
  }),
  errors: [tooManyInvites, cannotJoin],
});

export const revokeInvite = route({
  method: 'POST',
  path: '/api/subscription/team/invites/{inviteId}/revoke',
  tag,
  summary: 'Revoke an invite',
  access: 'signed in',
  params: z.object({ inviteId: z.uuid() }),
  body: z.strictObject({}),
  response: z.object({ revoked: z.literal(true) }),
  errors: [inviteNotFound],
});

export const lookUpInvite = route({
  method: 'POST',
  path: '/api/subscription/team/look-up',
  tag,
  summary: 'Look up an invite by the token of its link',
  access: 'public',
  cost: 'sign-in',
  body: z.strictObject({ token: Token }),
  response: z.object({ invitedBy: z.string(), kind: InviteKind, expiresAt: Instant }),
  errors: [inviteNotFound],
});

export const joinTeam = route({
  method: 'POST',
  path: '/api/subscription/team/join',
  tag,
  summary: 'Join a team by an invite',
  description: 'With your own account. Repeating it changes nothing.',
  access: 'signed in',
  body: z.strictObject({ token: Token }),
  response: z.object({ payer: z.string(), kind: InviteKind }),
  errors: [inviteNotFound, cannotJoin],
});

export const leaveTeam = route({
  method: 'POST',
  path: '/api/subscription/team/leave',
  tag,
  summary: 'Leave your team',
  description: 'Your account stays, with all that it recorded.',
  access: 'signed in',
  body: z.strictObject({}),
  response: z.object({ left: z.literal(true) }),
  errors: [notInTeam],
});

export const removeMember = route({
  method: 'POST',
  path: '/api/subscription/team/members/{username}/remove',
  tag,
  summary: 'Remove a member from your team',
  description: 'The account stays. A participant without a sign-in is deactivated instead, on its page.',
  access: 'signed in',
  params: z.object({ username: z.string().min(1).max(64) }),
  body: z.strictObject({}),
  response: z.object({ removed: z.literal(true) }),
  errors: [notInTeam, hasNoSignIn],
});

export const teamRoutes = [
  readTeam,
  createInvite,
  revokeInvite,
  lookUpInvite,
  joinTeam,
  leaveTeam,
  removeMember,
] as const;

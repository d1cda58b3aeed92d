import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { stepUpRequired } from './accounts.ts';
import { canEditParticipant } from './capabilities.ts';
import { DisplayName } from './display-name.ts';
import { participantSorts } from './participant-words.ts';
import { ParticipantRole } from './roles.ts';

export const participantNotFound = errorKind('participants.not_found', 404, 'Participant not found');
export const notYourParticipant = errorKind('participants.not_yours', 403, 'Not your participant');
export const lastAdministrator = errorKind('participants.last_administrator', 409, 'Last administrator');

export const Participant = z
  .object({
    id: z.uuid(),
    username: z.string(),
    displayName: z.string().optional(),
    place: z.string().optional(),
    role: ParticipantRole,
    status: z.enum(['active', 'inactive']),
    eventCount: z.int().min(0),
    createdAt: Instant,
    address: z
      .string()
      .describe('Custodial address (EIP-55) that holds this participant’s shares. It has no private key.'),
    managedBy: z.string().optional().describe('The account that registered it, if it has no password.'),
    identifiers: z.array(z.string()).describe('External identifiers that it claims: GLN, URN or Digital Link.'),
    unverifiedIdentifiers: z.array(z.string()).describe('Those of `identifiers` that no administrator has confirmed.'),
  })
  .meta({ id: 'Participant' });
export type Participant = z.infer<typeof Participant>;

export const ParticipantDetails = Participant.extend({
  contact: z.string().optional().describe('Only for signed-in callers.'),
}).meta({ id: 'ParticipantDetails' });
export type ParticipantDetails = z.infer<typeof ParticipantDetails>;

export const participantsMap = route({
  method: 'GET',
  path: '/api/participants',
  tag: 'Participants',
  summary: 'Read a map from usernames to roles',
  description:
    'The 1,000 active participants registered last, including those whose role changed since they recorded events. Use `/api/participants-list` to search.',
  access: 'public',
  cost: 'search',
  response: z.record(z.string(), ParticipantRole),
});

export const participantsList = route({
  method: 'GET',
  path: '/api/participants-list',
  tag: 'Participants',
  summary: 'List participants',
  description: 'Newest first by default. The `X-Total-Count` and `X-Total-Pages` headers have the totals.',
  access: 'public',
  cost: 'search',
  query: z.strictObject({
    search: z.string().trim().max(100).optional().describe('Part of the username or the display name.'),
    role: ParticipantRole.optional(),
    status: z.enum(['active', 'inactive']).optional(),
    sortBy: z.enum(participantSorts).default('createdAt'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
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

const ParticipantId = z.object({ id: z.string().min(1).max(64).describe('The id or the username.') });

export const readParticipant = route({
  method: 'GET',
  path: '/api/participants/{id}',
  tag: 'Participants',
  summary: 'Read one participant',
  access: 'public',
  params: ParticipantId,
  response: ParticipantDetails,
  errors: [participantNotFound],
});

/** Optional text. Left out, it stays; null or empty removes it. */
const removable = (text: z.ZodString) =>
  text
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .optional();

export const updateParticipant = route({
  method: 'PATCH',
  path: '/api/participants/{id}',
  tag: 'Participants',
  summary: 'Change a participant',
  description:
    'For the participant itself, the account that registered it, and administrators. Omitted fields stay unchanged. No field is part ' +
    'of a block. `active: false` ends its sessions. A participant that deactivated itself can be reactivated only by the others, and ' +
    'one that an administrator deactivated only by an administrator. An administrator cannot deactivate itself. Deactivating, and undoing ' +
    'what an administrator deactivated, require a recent proof of identity: see `POST /api/auth/step-up`.',
  access: { may: canEditParticipant },
  // Each change leaves an entry in the administration log, which cannot be deleted.
  cost: 'heavy',
  params: ParticipantId,
  body: z
    .strictObject({
      displayName: removable(DisplayName),
      place: removable(z.string().trim().max(200, 'Place must be at most 200 characters')),
      contact: removable(z.string().trim().max(300, 'Contact must be at most 300 characters')),
      active: z.boolean().optional().describe('If false, no event can be recorded for it and it cannot sign in.'),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      message: 'Name at least one field to change: displayName, place, contact or active',
    }),
  response: ParticipantDetails,
  errors: [participantNotFound, notYourParticipant, lastAdministrator, stepUpRequired],
});

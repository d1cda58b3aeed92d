import { z } from 'zod';
import { participantNotFound } from '#domains/participants/contract.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';

export const ParticipantActivity = z
  .object({
    totalEvents: z.int().min(0),
    read: z
      .object({ events: z.int().min(0), complete: z.boolean() })
      .describe('How many of the newest events the rest is drawn from, and whether those are all.'),
    firstAt: Instant.optional(),
    lastAt: Instant.optional(),
    byAction: z.array(z.object({ action: z.string(), events: z.int() })).describe('Most frequent first.'),
    byDay: z
      .array(z.object({ day: z.iso.date(), events: z.int() }))
      .describe('Days (UTC) on which something happened.'),
    assets: z
      .array(z.object({ assetId: z.string(), events: z.int(), lastAction: z.string(), lastAt: Instant }))
      .describe('Handled last first, at most 25.'),
    assetCount: z.int().min(0),
    counterparties: z
      .array(z.object({ username: z.string(), from: z.int(), to: z.int() }))
      .describe('Who had the assets right before and right after, most frequent first, at most 20.'),
  })
  .meta({ id: 'ParticipantActivity' });
export type ParticipantActivity = z.infer<typeof ParticipantActivity>;

export const participantActivity = route({
  method: 'GET',
  path: '/api/participants/{id}/activity',
  tag: 'Participants',
  summary: 'Read what a participant did: assets, actions, days, counterparties',
  description: 'Drawn from its newest 500 events; `read` says whether those are all.',
  access: 'public',
  params: z.object({ id: z.string().min(1).max(64).describe('The id or the username.') }),
  response: ParticipantActivity,
  errors: [participantNotFound],
});

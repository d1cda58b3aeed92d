import { z } from 'zod';
import { participantNotFound } from '#domains/participants/contract.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { clockParameter, goodsClock } from './clock.ts';

export const ParticipantActivity = z
  .object({
    totalEvents: z.int().min(0),
    read: z
      .object({ events: z.int().min(0), complete: z.boolean() })
      .describe('The number of newest events that the rest is based on, and whether those are all.'),
    firstAt: Instant.optional(),
    lastAt: Instant.optional(),
    byAction: z.array(z.object({ action: z.string(), events: z.int() })).describe('Most frequent first.'),
    byDay: z.array(z.object({ day: z.iso.date(), events: z.int() })).describe('Days (UTC) with events.'),
    assets: z
      .array(
        z.object({
          assetId: z.string(),
          name: z.string().optional().describe('The name of the asset now.'),
          events: z.int(),
          lastAction: z.string(),
          lastAt: Instant,
        }),
      )
      .describe('Last handled first, at most 25.'),
    assetCount: z.int().min(0),
    counterparties: z
      .array(z.object({ username: z.string(), from: z.int(), to: z.int() }))
      .describe('Participants that had the assets directly before or after, most frequent first, at most 20.'),
  })
  .meta({ id: 'ParticipantActivity' });
export type ParticipantActivity = z.infer<typeof ParticipantActivity>;

export const participantActivity = route({
  method: 'GET',
  path: '/api/participants/{id}/activity',
  tag: 'Participants',
  summary: 'Read the activity of a participant',
  description:
    'Assets, actions, days and counterparties, based on its newest 500 events by the clock. `read` reports whether those are all.',
  access: 'public',
  cost: 'search',
  params: z.object({ id: z.string().min(1).max(64).describe('The id or the username.') }),
  query: z.strictObject({ clock: clockParameter(goodsClock) }),
  response: ParticipantActivity,
  errors: [participantNotFound],
});

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { ACTION_LENGTH_MAX } from './actions.ts';
import { Anomaly } from './anomaly.ts';
import { AssetId, AssetStatus } from './assets.ts';
import { clockParameter, goodsClock } from './clock.ts';

export const Activity = z
  .object({
    id: z.string(),
    action: z.string(),
    assetId: z.string().optional(),
    assetName: z.string().optional().describe('The name of the asset now.'),
    participantName: z.string(),
    timestamp: Instant.describe('When it happened.'),
    recordedAt: Instant,
    blockIndex: BlockIndex,
    location: z.string().optional(),
    recordedBy: z.string().optional(),
    managedBy: z.string().optional().describe('Username of the account that manages the participant.'),
    correctedBy: BlockIndex.optional(),
    corrects: BlockIndex.optional(),
    anomalies: z.array(Anomaly),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

/** Days of the longest period: a leap year. */
export const periodDaysMax = 366;

/** No event happened before. */
const FIRST_DAY = '1970-01-01';
/** Aborts, because the checks of a period need valid days. */
const Day = z.iso
  .date({ abort: true })
  .refine((day) => day >= FIRST_DAY, { error: `Enter a day from ${FIRST_DAY} on`, abort: true });
const from = Day.optional().describe('The first day (UTC) by the clock.');
const to = Day.optional().describe('The last day (UTC) by the clock, included.');

type Period = { from?: string | undefined; to?: string | undefined };

function checkConcerning(
  query: { concerning?: string | undefined; anomalous?: boolean | undefined },
  context: z.RefinementCtx,
) {
  if (query.concerning !== undefined && query.anomalous !== true)
    context.addIssue({ code: 'custom', path: ['concerning'], message: 'concerning needs anomalous=true' });
}

function checkPeriod(query: Period, context: z.RefinementCtx): void {
  const refuse = (field: 'from' | 'to', message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (query.from === undefined || query.to === undefined) {
    if (query.to !== undefined) refuse('from', 'from must be given together with to');
    if (query.from !== undefined) refuse('to', 'to must be given together with from');
    return;
  }
  const days = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 + 1;
  if (days < 1) refuse('to', 'to must not be before from');
  else if (days > periodDaysMax) refuse('to', `to must be less than ${periodDaysMax} days after from`);
}

const DailyFigures = z.object({ day: z.iso.date(), events: z.int(), assets: z.int() });
const PeriodFigures = z.object({ from: z.iso.date(), to: z.iso.date(), events: z.int(), assets: z.int() });

export const dashboardStats = route({
  method: 'GET',
  path: '/api/dashboard-stats',
  tag: 'Dashboard',
  summary: 'Read the dashboard totals',
  description:
    'With `from` and `to` also the numbers of that period, day by day, and of the previous one. Assets count with their first event.',
  access: 'public',
  query: z.strictObject({ clock: clockParameter(goodsClock), from, to }).superRefine(checkPeriod),
  response: z.object({
    totalAssets: z.int(),
    totalEvents: z.int(),
    activeParticipants: z.int(),
    chainIntegrity: z.number().min(0).max(100).describe('100 while every checked block is valid, otherwise 0.'),
    openAnomalies: z.int(),
    daily: z.array(DailyFigures).max(30).describe('The last 30 days (UTC), oldest first.'),
    byStatus: z.record(AssetStatus, z.int()),
    period: PeriodFigures.extend({
      daily: z.array(DailyFigures).max(periodDaysMax),
      previous: PeriodFigures.describe('The previous period of equal length.'),
    }).optional(),
  }),
});

export const recentActivities = route({
  method: 'GET',
  path: '/api/recent-activities',
  tag: 'Dashboard',
  summary: 'Read the newest events',
  description: 'For the next page, pass the `blockIndex` of the last event as `before`.',
  access: 'public',
  query: z
    .strictObject({
      limit: pageSize(10, 100),
      participantId: z.string().trim().min(1).max(64).optional().describe('Id or username of a participant.'),
      assetId: AssetId.optional(),
      action: z.string().trim().min(1).max(ACTION_LENGTH_MAX).optional(),
      anomalous: z.stringbool().optional().describe('Only events with an anomaly.'),
      concerning: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .optional()
        .describe(
          'With `anomalous`: only events of assets that this participant (id or username), or one that it manages, holds, ' +
            'is to receive or has recorded an event of, among the newest 2,000 with an anomaly.',
        ),
      before: z.coerce
        .number<number>()
        .int()
        .min(0)
        .optional()
        .describe('Only events that come after this block in the list.'),
      past: z
        .stringbool()
        .optional()
        .describe('Only events that have happened by now, give or take a minute. Others state a time in the future.'),
      clock: clockParameter(goodsClock),
      from,
      to,
    })
    .superRefine(checkPeriod)
    .superRefine(checkConcerning),
  response: z.object({ activities: z.array(Activity) }),
});

/** The most events that one summary reads. With more, its counts are lower bounds. */
export const EVENTS_SUMMARIZED_MAX = 5000;

/** The most assets whose events one summary counts. */
export const ASSETS_COUNTED_MAX = 1000;

/** The most readings that one summary lists. */
export const READINGS_MAX = 500;

const EventCount = z.object({ value: z.string(), events: z.int().min(1) });
const EventCounts = z.array(EventCount).max(50).describe('Most frequent first.');

export const summarizeEvents = route({
  method: 'GET',
  path: '/api/event-summary',
  tag: 'Events',
  summary: 'Count events by action, participant, location, asset and day',
  description:
    `Counts the newest ${EVENTS_SUMMARIZED_MAX.toLocaleString('en-US')} events that match the period, the participant, the asset, the action and ` +
    'the mark; `atLeast` is true if there are more. `location` keeps those whose location contains the text, ignoring case and accents, `category` ' +
    'those of assets of a category, `batch` those of assets of a batch, `addressee` shipments to a username, and `stating` those with one field of metadata that, by name and ' +
    'value, has every word of the text, such as `seal broken`, among the newest 2,000. `newest` has the first of them, `oldest` the last, and ' +
    `\`readings\` the fields that state the text, of at most ${READINGS_MAX} events.`,
  access: 'public',
  cost: 'search',
  query: z
    .strictObject({
      participantId: z.string().trim().min(1).max(64).optional().describe('Id or username of a participant.'),
      assetId: AssetId.optional(),
      action: z.string().trim().min(1).max(ACTION_LENGTH_MAX).optional(),
      location: z.string().trim().min(1).max(200).optional(),
      category: z.string().trim().min(1).max(100).optional(),
      batch: z.string().trim().min(1).max(100).optional(),
      addressee: z.string().trim().min(1).max(64).optional(),
      stating: z.string().trim().min(1).max(200).optional(),
      anomalous: z.stringbool().optional().describe('Only events with an anomaly.'),
      clock: clockParameter(goodsClock),
      from,
      to,
      limit: pageSize(10, 100).describe('Events in `newest`.'),
    })
    .superRefine(checkPeriod),
  response: z.object({
    total: z.int().min(0),
    atLeast: z.boolean(),
    assets: z.int().min(0).describe('Distinct assets of the counted events.'),
    actions: EventCounts,
    participants: EventCounts,
    locations: EventCounts,
    categories: EventCounts,
    names: EventCounts.describe('Names of the assets, most frequent first.'),
    batches: EventCounts,
    addressees: EventCounts,
    days: EventCounts.describe('Days (UTC) by the clock, most frequent first.'),
    months: EventCounts.describe('Months (UTC) by the clock, such as 2026-02, most frequent first.'),
    perAsset: z.array(EventCount).max(ASSETS_COUNTED_MAX).describe('The assets with the most events.'),
    newest: z.array(Activity).max(100),
    oldest: Activity.optional(),
    readings: z
      .array(
        z.object({
          field: z.string(),
          value: z.string(),
          blockIndex: BlockIndex,
          assetId: z.string(),
          action: z.string(),
          location: z.string().optional(),
          timestamp: Instant.describe('By the clock.'),
        }),
      )
      .max(READINGS_MAX)
      .optional()
      .describe('With `stating`: the field of each event that states the text, newest first.'),
  }),
});

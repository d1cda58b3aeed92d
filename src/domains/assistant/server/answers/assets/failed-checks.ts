import { conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { eventFilters } from '../events/event-filters.ts';
import {
  assetLink,
  blockLink,
  blockNumber,
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  spokenPeriod,
  spokenTime,
  type Turn,
  table,
  unsupported,
} from '../turn.ts';

/** "Which assets failed a check": those with a check that states another result than "passed", even if another one passed. */
export const asksFailed = ({ where }: Query): boolean =>
  where.some(({ kind, value, not }) => kind === 'stating' && value === 'passed' && not === true) &&
  where.some(({ kind, value, not }) => kind === 'action' && value === 'quality_check' && not !== true);

export async function answerFailed(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const kinds = ['action', 'stating', 'period', 'participant', 'mine', 'place', 'category', 'batch'] as const;
  const refused = unsupported(query, kinds, 'failed checks');
  if (refused !== undefined) return refused;
  const repeated = query.where.some(({ kind }, at) => query.where.findIndex((other) => other.kind === kind) !== at);
  if (repeated || !['count', 'list', 'describe', 'whether'].includes(query.ask))
    return {
      reply: 'I can count and list the assets with a failed check. Ask how many, or which.',
      outcome: 'clarify',
    };
  const where = query.where.map((one) =>
    one.kind === 'stating' ? { kind: 'stating' as const, value: 'result' } : one,
  );
  const read = await turn.run('summarize_events', { ...eventFilters({ ...query, where }, username), limit: 1 });
  if (!read.ok) return refusedBy(read);
  const { total: checks, readings = [], atLeast } = read.value;
  if (atLeast || readings.length < checks)
    return { reply: 'There are too many checks to compare. Name a shorter period.', outcome: 'clarify' };
  const failed = readings.filter(({ value }) => value.toLowerCase() !== 'passed');
  const ids = [...new Set(failed.map(({ assetId }) => assetId))];
  const yes = query.ask === 'whether' ? (ids.length > 0 ? 'Yes. ' : 'No. ') : '';
  const many = counted(ids.length, 'asset');
  const [category] = conditionsOf(query, 'category');
  const [place] = conditionsOf(query, 'place');
  const [by] = conditionsOf(query, 'participant');
  return {
    reply: `${yes}${many}${category === undefined ? '' : ` in the category ${category.value}`} failed a quality check${by === undefined ? '' : ` by ${by.value}`}${place === undefined ? '' : ` at ${place.value}`}${spokenPeriod(query)}, of ${counted(checks, 'check')} with a result${ids.length === 0 ? '' : `: ${listed(ids)}`}.`,
    citations: [citeScreen('Events', '/events')],
    blocks:
      failed.length === 0
        ? []
        : [
            table(
              'Failed checks',
              ['Asset', 'Result', 'When', 'Block'],
              failed.map(({ assetId, value, timestamp, blockIndex }) => [
                { text: assetId, href: assetLink(assetId), isId: true },
                { text: value },
                { text: spokenTime(timestamp) },
                { text: blockNumber(blockIndex), href: blockLink(blockIndex) },
              ]),
            ),
          ],
    context: { assets: ids.slice(0, 20), ...(ids.length === 1 && ids[0] !== undefined ? { assetId: ids[0] } : {}) },
  };
}

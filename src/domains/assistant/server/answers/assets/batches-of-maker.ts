import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { eventFilters } from '../events/event-filters.ts';
import {
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  spokenPeriod,
  type Turn,
  table,
  total,
  unsupported,
} from '../turn.ts';
import { collectAssets } from './asset-filters.ts';

/** The maximum number of groups in a summary of events. */
const GROUPS_MAX = 50;

const isPerson = ({ kind }: Condition) => kind === 'participant' || kind === 'mine';

/**
 * "Batches of X", "batches that X made": those of the goods that a participant made. The answer also states its present
 * holdings.
 */
export const isOfMaker = (query: Query): boolean =>
  query.where.some((condition) => isPerson(condition) && condition.as !== 'holder') &&
  conditionsOf(query, 'action').every(({ value, not }) => value === 'manufactured' && not !== true);

/** Lists the batches that a participant made goods of. */
export async function answerBatchesOf(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const refused = unsupported(
    query,
    ['participant', 'mine', 'action', 'period', 'category'],
    'batches of a participant',
  );
  if (refused !== undefined) return refused;
  const [person, other] = query.where.filter(isPerson);
  const who = person?.kind === 'mine' ? username : person?.value;
  if (who === undefined || other !== undefined || query.where.some(({ not }) => not === true))
    return { reply: 'I can tell the batches of one participant. Ask about each of them.', outcome: 'clarify' };
  const made: Query = {
    ...query,
    where: [...query.where.filter(({ kind }) => kind !== 'action'), { kind: 'action', value: 'manufactured' }],
  };
  const read = await turn.run('summarize_events', { ...eventFilters(made, username), limit: 1 });
  if (!read.ok) return refusedBy(read);
  const { batches, atLeast } = read.value;
  if (atLeast || batches.length >= GROUPS_MAX)
    return { reply: `${who} made goods of too many batches to list them all. Name a period.`, outcome: 'clarify' };
  const isStated = conditionsOf(query, 'action').length > 0 || conditionsOf(query, 'period').length > 0;
  const held = isStated ? '' : await sayHeld(turn, who);
  const yes = query.ask === 'whether' ? (batches.length > 0 ? 'Yes. ' : 'No. ') : '';
  return {
    reply: `${yes}${who} made goods of ${counted(batches.length, 'batch', 'batches')}${spokenPeriod(query)}${batches.length === 0 ? '' : `: ${listed(batches.map(({ value }) => value))}`}.${held}`,
    citations: [citeScreen('Assets', '/assets')],
    blocks:
      batches.length === 0
        ? []
        : [
            table(
              `Batches that ${who} made`,
              ['Batch', 'Assets made'],
              batches.map(({ value, events }) => [{ text: value }, { text: total(events) }]),
            ),
          ],
    context: { participant: who },
  };
}

/** "Batches of X" may also mean the goods that it has. */
async function sayHeld(turn: Turn, who: string): Promise<string> {
  const where: Query['where'] = [
    { kind: 'participant', value: who, as: 'holder' },
    { kind: 'status', value: '\u0000none', not: true },
  ];
  const found = await collectAssets({ ...turn, query: { ask: 'list', subject: 'asset', where } }, 100);
  if ('instead' in found || !found.complete) return '';
  const batches = new Set(found.assets.flatMap(({ batch }) => batch ?? []));
  return ` It holds goods of ${counted(batches.size, 'batch', 'batches')} now.`;
}

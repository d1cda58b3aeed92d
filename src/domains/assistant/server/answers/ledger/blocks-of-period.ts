import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { blockNumber, citeBlock, type Draft, refusedBy, spokenPeriod, type Turn } from '../turn.ts';

const DAY_SECONDS = 86_400;
/** Blocks read by one call. */
const PAGE = 500;
/** Calls for each end of a period, before the last page. */
const STEPS_MAX = 7;

/**
 * Counts the blocks that were recorded in a period. They are ordered by time, so each end is found by binary search.
 */
export async function answerBlocksOfPeriod(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const [period, other] = conditionsOf(query, 'period');
  if (period?.from === undefined || period.to === undefined || other !== undefined || !isOfMany(query.ask))
    return { reply: 'I can count the blocks of one period. Ask how many were recorded in it.', outcome: 'clarify' };
  const newest = await turn.run('read_chain', { limit: 1 });
  if (!newest.ok) return refusedBy(newest);
  const { length } = newest.value;
  const first = await firstSince(turn, Date.parse(period.from) / 1000, length);
  const end = await firstSince(turn, Date.parse(period.to) / 1000 + DAY_SECONDS, length);
  if (typeof first !== 'number') return first;
  if (typeof end !== 'number') return end;
  const count = end - first;
  const ends =
    count === 0
      ? ''
      : `: ${count === 1 ? '' : `blocks ${blockNumber(first)} to `}${count === 1 ? 'block ' : ''}${blockNumber(end - 1)}`;
  return {
    reply: `${query.ask === 'whether' ? (count > 0 ? 'Yes. ' : 'No. ') : ''}${counted(count, 'block')} ${count === 1 ? 'was' : 'were'} recorded${spokenPeriod(query)}${ends}.`,
    citations: count === 0 ? [] : [citeBlock(first), ...(count === 1 ? [] : [citeBlock(end - 1)])],
    context: count === 0 ? {} : { block: end - 1 },
  };
}

const isOfMany = (ask: Turn['query']['ask']) => ['count', 'list', 'describe', 'whether', 'how much'].includes(ask);

/** Returns the index of the first block since a time, in seconds; the length of the chain if there is none. */
async function firstSince(turn: Turn, seconds: number, length: number): Promise<number | Draft> {
  let [low, high] = [0, length];
  for (let step = 0; high - low > PAGE && step < STEPS_MAX; step++) {
    const middle = Math.floor((low + high) / 2);
    const read = await turn.run('read_chain', { limit: 1, before: middle + 1 });
    if (!read.ok) return refusedBy(read);
    const [block] = read.value.chain;
    if (block === undefined) break;
    if (block.timestamp >= seconds) high = middle;
    else low = middle + 1;
  }
  if (high - low > PAGE) return { reply: 'There are too many blocks to count those of a period.', outcome: 'clarify' };
  if (high === low) return low;
  const read = await turn.run('read_chain', { limit: high - low, before: high });
  if (!read.ok) return refusedBy(read);
  return read.value.chain.find(({ timestamp }) => timestamp >= seconds)?.index ?? high;
}

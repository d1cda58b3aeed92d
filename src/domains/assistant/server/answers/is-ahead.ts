import { conditionsOf, type Query } from '#domains/assistant/contract.ts';

/** Subjects with known dates in the future: invoices, due dates, the end of a trial. */
const PLANNED: ReadonlySet<Query['subject']> = new Set(['subscription', 'invoice', 'bill', 'rate', 'plan']);

/** Reports whether a question asks about the future. */
export const isAhead = (query: Query, future: boolean, now: number): boolean =>
  (future && !PLANNED.has(query.subject)) || beginsAhead(query, now);

const beginsAhead = (query: Query, now: number) =>
  conditionsOf(query, 'period').some(({ from }) => from !== undefined && Date.parse(from) > now);

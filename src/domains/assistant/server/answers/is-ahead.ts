import { conditionsOf, type Query } from '#domains/assistant/contract.ts';

/** What has days ahead that are set already: invoices, due dates, the end of a trial. */
const PLANNED: ReadonlySet<Query['subject']> = new Set(['subscription', 'invoice', 'bill', 'rate', 'plan']);

/** Whether a question asks about what has not happened yet. */
export const isAhead = (query: Query, future: boolean, now: number): boolean =>
  (future && !PLANNED.has(query.subject)) || beginsAhead(query, now);

const beginsAhead = (query: Query, now: number) =>
  conditionsOf(query, 'period').some(({ from }) => from !== undefined && Date.parse(from) > now);

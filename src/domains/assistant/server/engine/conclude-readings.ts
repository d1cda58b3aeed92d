import { type Clause, named } from './clause.ts';
import { askOf, type Draft } from './conclude-ask.ts';

/** The readings of all matching events: the highest, the average, or those within bounds. */
export function aboutReadings(clause: Clause): Draft | undefined {
  if (clause.reading === undefined || !named(clause, 'stating')) return undefined;
  const asked = askOf(clause);
  const ask = clause.aggregate === 'average' ? 'how much' : asked === 'describe' || asked === 'who' ? 'list' : asked;
  return { ask, subject: 'event', field: `meta:${clause.reading}` };
}

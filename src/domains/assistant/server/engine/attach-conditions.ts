import { senseOf } from './atoms.ts';
import type { Clause } from './clause.ts';

/** "Returned and made by X": who made goods need not have done the other thing. */
export function makerOf(clause: Clause): void {
  const actions = clause.where.filter(({ kind }) => kind === 'action');
  if (actions.length < 2) return;
  const verb = clause.atoms.findIndex((atom) => senseOf(atom, 'action')?.v === 'manufactured');
  const [by, name] = clause.atoms.slice(verb + 1, verb + 3);
  // "That X made" has its maker before it.
  const passive = senseOf(by, 'preposition')?.v === 'by';
  const maker = senseOf(passive ? name : clause.atoms[verb - 1], 'value')?.v.value;
  if (verb < 0 || maker === undefined) return;
  for (const condition of clause.where)
    if (condition.kind === 'participant' && condition.value === maker) Object.assign(condition, { of: 'manufactured' });
}

/** "Made in Delft and received in Lyon": each place belongs to the action before it. */
export function attachPlaces({ where, atoms }: Clause): void {
  const places = where.filter(({ kind, of }) => kind === 'place' && of === undefined);
  const actions = where.filter(({ kind, not }) => kind === 'action' && not !== true);
  if (places.length < 2 || actions.length < 2) return;
  const owners = places.map(({ value }) => {
    const place = atoms.findIndex(({ raw }) => raw === value.split(' ')[0]);
    return atoms.slice(0, Math.max(0, place)).findLast((atom) => senseOf(atom, 'action') !== undefined);
  });
  if (owners.includes(undefined) || new Set(owners).size < places.length) return;
  places.forEach((place, at) => {
    Object.assign(place, { of: senseOf(owners[at], 'action')?.v });
  });
}

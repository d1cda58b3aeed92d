import { senseOf } from './atoms.ts';
import type { Clause } from './clause.ts';

/**
 * Marks the conditions that tell the part of a whole, in "what percentage of food assets is delivered": those after the last
 * auxiliary. Without one, the last condition tells it.
 */
export function markPart(clause: Clause): void {
  if (!clause.asks.includes('percentage')) return;
  const verb = clause.atoms.findLastIndex((atom) => senseOf(atom, 'auxiliary') !== undefined);
  const asked = clause.atoms.findIndex((atom) => senseOf(atom, 'ask')?.v === 'percentage');
  const after = clause.atoms.slice(verb > asked ? verb + 1 : clause.atoms.length);
  const said = new Set(
    after.flatMap((atom) => [
      senseOf(atom, 'value')?.v.value ?? '',
      senseOf(atom, 'action')?.v ?? '',
      atom.raw,
      atom.text,
    ]),
  );
  const parts = clause.where.filter(({ value }) => said.has(value) || value.split(' ').some((word) => said.has(word)));
  const last = clause.where.at(-1);
  for (const condition of parts.length > 0 ? parts : last === undefined ? [] : [last])
    Object.assign(condition, { part: true });
}

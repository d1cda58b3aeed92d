import type { Ask } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { type Draft, fieldsIn } from './conclude-ask.ts';

/** "Who pays the most tax", "when was the tax last paid": about payers and payments, not about ways to pay. */
export function taxPaid(clause: Clause, ask: Ask, property: readonly string[], one: boolean): Draft | undefined {
  const tax = property.some((field) => field === 'tax' || field === 'payments');
  if (one || !clause.relations.includes('pay') || !tax || clause.atoms.some((atom) => senseOf(atom, 'may')))
    return undefined;
  if (clause.asks.includes('who')) return { ask, subject: 'property', field: 'owner' };
  const told =
    clause.auxiliaries.has('was') ||
    clause.auxiliaries.has('were') ||
    clause.auxiliaries.has('did') ||
    clause.auxiliaries.has('has') ||
    clause.order !== undefined;
  if (!told || ask === 'list') return undefined;
  if (!named(clause, 'neighborhood') && !named(clause, 'place')) clause.where.push({ kind: 'it', value: 'it' });
  return { ask, subject: 'property', field: 'payments' };
}

/** Ways to pay, and what they cost. */
export function aboutMethods(clause: Clause, ask: Ask): Draft {
  const fields = fieldsIn(clause, 'payment method');
  const cost = clause.relations.includes('cost') || ask === 'how much';
  const field = fields.find((one) => one === 'fee') ?? (cost ? 'fee' : fields[0]);
  return { ask: ask === 'describe' ? 'list' : ask, subject: 'payment method', field };
}

import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { wordOf } from './conclude-ask.ts';

/** Attributes of a property. If a question names several related ones, it asks for the first of these. */
const PRECEDENCE = [
  ...[
    'blocks',
    'permits',
    'successors',
    'predecessors',
    'transfers',
    'acquired',
    'exemptions',
    'appeals',
    'payments',
    'documents',
  ],
  ...[
    'title',
    'land',
    'building',
    'lot',
    'size',
    'built',
    'residents',
    'owner',
    'tax',
    'value',
    'id',
    'address',
    'type',
  ],
  ...['neighborhood', 'street', 'state'],
];
/** The attributes that properties are grouped by. */
export const GROUPS = new Set(['neighborhood', 'type']);

/** Returns the attribute of a property that a question asks for, of those that it names. */
export function fieldAsked(clause: Clause, property: readonly string[], one: boolean): string | undefined {
  // "How much do the residents owe" asks for the tax.
  const asked =
    owes(clause) && clause.asks.includes('how much') ? property.filter((one) => one !== 'residents') : property;
  const stated = [...new Set(asked)].toSorted((a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b));
  const asksSize = wordOf(clause, /^how (?:big|large)$|^(?:bigger|larger|smaller)\b/) ? 'size' : undefined;
  const ofLot = wordOf(clause, /^(?:the )?(?:plot|lot)s?$/);
  const [named_ = asksSize ?? (owes(clause) ? 'tax' : reshapedIn(clause))] = stated;
  const first = named_ === 'size' && ofLot ? 'lot' : reshapedIn(clause, named_);
  if (one && clause.relations.includes('own') && markEarlier(clause)) return 'transfers';
  if (first === undefined)
    return clause.relations.includes('own') || (one && clause.asks.includes('who')) ? 'owner' : undefined;
  // "The address and the owner" asks for both.
  const several = one && clause.atoms.some((atom) => senseOf(atom, 'and') !== undefined) && stated.length > 1;
  return several ? property.filter((field, at) => property.indexOf(field) === at).join('+') : first;
}

/** "What replaced it" asks for the successors, "what did it come from" for the predecessors. */
function reshapedIn(clause: Clause, field?: string): string | undefined {
  if (field === 'predecessors' && wordOf(clause, /^replaced$/) && !clause.auxiliaries.has('did')) return 'successors';
  if (field !== undefined || !named(clause, 'property')) return field;
  if (clause.relations.includes('made from')) return 'predecessors';
  return clause.relations.includes('made into') ? 'successors' : undefined;
}

/** Reads "before" next to an owner as the previous owner. */
function markEarlier(clause: Clause): boolean {
  const before = clause.atoms.find((atom) => /^(?:before|previously|earlier|formerly)$/.test(atom.text));
  if (before !== undefined) clause.used.add(before);
  return before !== undefined;
}

/** "Which neighborhood", "what types": the question asks for a group of properties. */
export function groupAsked(clause: Clause, property: readonly string[]): string | undefined {
  const group = property.find((field) => GROUPS.has(field));
  if (group === undefined) return undefined;
  const at = clause.atoms.findIndex((atom) => senseOf(atom, 'field')?.v === group);
  const named_ = clause.atoms[at + 1];
  // "In the neighborhood Quayside" names one.
  const isNamed =
    named_ !== undefined && (named_.senses.length === 0 || named_.quoted === true) && /^\p{Lu}/u.test(named_.raw);
  return isNamed ? undefined : group;
}

/** Returns the attribute that a superlative itself ranks by: "biggest" by size, "most valuable" by value. */
export function orderOf(clause: Clause): { readonly field?: string } {
  const [word = ''] = clause.atoms.filter((atom) => senseOf(atom, 'order') !== undefined).map(({ text }) => text);
  if (/biggest|largest|smallest/.test(word)) return { field: wordOf(clause, /^(?:plot|lot)s?$/) ? 'lot' : 'size' };
  if (/valuable|expensive|priciest|dearest|cheapest/.test(word)) return { field: 'value' };
  return {};
}

/** Reports whether something owes tax, or does not. */
export const owes = (clause: Clause) =>
  clause.relations.includes('owe') || clause.atoms.some((atom) => senseOf(atom, 'relation')?.v === 'owe');

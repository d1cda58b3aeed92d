import type { Ask, Condition } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, isFiller, named } from './clause.ts';
import { askOf, type Draft, fieldsIn, isBoundOnly, wordOf } from './conclude-ask.ts';
import { aboutMethods, taxPaid } from './conclude-payments.ts';
import { fieldAsked, GROUPS, groupAsked, orderOf, owes } from './property-field.ts';

/** Attributes that are added up, averaged or ranked. */
const NUMERIC = new Set(['value', 'tax', 'size', 'lot', 'built', 'land', 'building']);

/** Questions about properties, their bills, tax rates and how to pay. */
export function aboutRegistry(clause: Clause): Draft | undefined {
  const ask = askOf(clause);
  // "On Main Street" names a street, and does not ask for one.
  const onStreet = clause.where.some(({ kind, value }) => kind === 'place' && /\b(?:street|road)$/i.test(value));
  const stated = fieldsIn(clause, 'property').filter((field) => field !== 'street' || !onStreet);
  // "The average value" is read as one word.
  const property = wordOf(clause, /^(?:average|mean) value/) ? [...stated, 'value'] : stated;
  readCity(clause, property);
  // "Which street has the highest taxes" asks for streets, not for their properties.
  if (property.includes('street') && (ask === 'most' || ask === 'least') && !isOne(clause))
    return { ask, subject: 'property', field: 'street' };
  if (wordOf(clause, /^(?:cheaper|smaller|older|less|lower|fewer|cheap|small)$/)) clause.more = 'less';
  const bill = fieldsIn(clause, 'bill');
  const rate = fieldsIn(clause, 'rate');
  const one = isOne(clause);
  const own = named(clause, 'mine');
  const charges = rate.find((field) => field === 'interest' || field === 'penalty');
  const paysBy = clause.nouns.includes('payment method') || named(clause, 'method');
  const fee =
    fieldsIn(clause, 'payment method').includes('fee') && !clause.nouns.includes('property') && rate.length === 0;
  const pays = paysBy || fee || (clause.relations.includes('pay') && charges === undefined);
  // "What do I have to pay for it" asks for what is owed, and not for what was paid.
  const mustPay =
    wordOf(clause, /^(?:have to|must|need to|do i have to|do i need to|should|i need to)$/) && wordOf(clause, /^pay$/);
  if (mustPay && one && !paysBy && charges === undefined && ask !== 'when')
    return { ask: 'how much', subject: 'property', field: 'tax' };
  const paid = paysBy || fee ? undefined : taxPaid(clause, ask, property, one || own);
  if (paid !== undefined) return paid;
  const payBy = ask === 'when' && rate.includes('installments') && !clause.auxiliaries.has('did');
  if (pays && !payBy && !(property.includes('payments') && (one || own) && wordOf(clause, /^(?:payments?|paid)$/)))
    if (paysBy || fee || (!one && !own && property.every((field) => field === 'payments' || field === 'tax')))
      return aboutMethods(clause, ask);
  const asksDay = ask === 'when' || wordOf(clause, /\b(?:date|deadline|day)\b|^(?:payable|pay by)$/);
  const isAppealTerm =
    rate.includes('appeal') ||
    (property.includes('appeals') && !one && (asksDay || ask === 'how long' || bill.includes('due')));
  if (isAppealTerm) return { ask, subject: 'rate', field: 'appeal' };
  // "Which interest do I pay in 2026" asks for a rule, and not for what a bill has.
  const asksRule = !one && named(clause, 'year') && !clause.nouns.includes('bill');
  if (charges !== undefined && (one || own) && !clause.nouns.includes('rate') && !asksRule)
    return { ask, subject: 'bill', field: charges };
  const due =
    asksDay &&
    (bill.includes('due') ||
      bill.includes('overdue') ||
      owes(clause) ||
      wordOf(clause, /\bdue\b/) ||
      rate.includes('installments'));
  if (due && (one || own)) return { ask: 'when', subject: 'bill', field: 'due' };
  if (due && !property.includes('payments')) return { ask: 'when', subject: 'rate', field: 'installments' };
  if (property.includes('exemptions') && !one && !clause.nouns.includes('property') && !named(clause, 'neighborhood'))
    return { ask, subject: 'rate', field: 'exemptions' };
  const field = rate.find((one_) => one_ !== 'exemptions' || !one);
  if (clause.nouns.includes('rate') || (field !== undefined && !clause.nouns.includes('property')))
    return { ask, subject: 'rate', field };
  if (bill.includes('overdue') && (one || own)) return { ask, subject: 'bill', field: 'overdue' };
  const bills = clause.nouns.includes('bill') && !property.includes('payments');
  // "What do I have to pay" asks for the owed amount.
  if (own && clause.relations.includes('pay') && wordOf(clause, /^pay$/) && !clause.auxiliaries.has('did'))
    return { ask: 'how much', subject: 'property', field: 'tax' };
  if (bills && (one || own || !property.some((name) => name === 'neighborhood')))
    return { ask, subject: 'bill', field: bill.find((name) => name !== 'due') };
  return aboutProperties(clause, {
    ask,
    property: bill.includes('overdue') ? [...property, 'overdue'] : property,
    one,
  });
}

function aboutProperties(
  clause: Clause,
  { ask: asked, property, one }: { ask: Ask; property: readonly string[]; one: boolean },
): Draft | undefined {
  if (!concernsProperty(clause, property)) return undefined;
  if (clause.negated === true && !property.includes('tax') && !owes(clause) && !one)
    for (const condition of clause.where)
      if (['place', 'neighborhood', 'address', 'type', 'owner'].includes(condition.kind))
        Object.assign(takeNegation(clause, condition), { not: true });
  if (isThatOne(clause, one)) clause.where.push({ kind: 'it', value: 'it' });
  const order = orderOf(clause);
  const ranks = asked === 'most' || asked === 'least';
  const by =
    clause.by === 'neighborhood' || clause.by === 'type'
      ? clause.by
      : !one && asked !== 'whether'
        ? groupAsked(clause, property)
        : undefined;
  const measured = property.filter((field) => !isBoundOnly(clause, field) && !(by !== undefined && GROUPS.has(field)));
  const field = fieldAsked(clause, measured, one) ?? (by === undefined || ranks ? order.field : undefined);
  const isCount =
    clause.asks.includes('count') && wordOf(clause, /^(?:how many|(?:the )?number of|count(?: of)?|quantity of)$/);
  // "How many square feet do they have" asks for a sum.
  const countsArea = clause.atoms.some(
    (atom, at) => senseOf(atom, 'ask')?.v === 'count' && /^sq(?:uare)? ?f/.test(clause.atoms[at + 1]?.text ?? ''),
  );
  const sums =
    countsArea ||
    clause.aggregate !== undefined ||
    (clause.asks.length === 0 && !one && asked === 'list' && field !== undefined && headsPhrase(clause, field)) ||
    (asked === 'count' && !isCount && NUMERIC.has(field ?? ''));
  const byAge = !one && (clause.order === 'oldest' || clause.order === 'newest') && !isHistory(field);
  const ask: Ask = byAge
    ? clause.order === 'oldest'
      ? 'least'
      : 'most'
    : sums && !ranks
      ? 'how much'
      : asked === 'describe' && !one && field === undefined
        ? 'list'
        : asked;
  if (byAge) return { ask, subject: 'property', field: 'built', by };
  // "Homes without tax debt" lists them.
  const isFragment = ask === 'describe' && clause.asks.length === 0 && lacksTax(clause);
  if (field === 'tax' && !one && isFragment) {
    restrictToOwing(clause);
    return { ask: 'list', subject: 'property', field, by };
  }
  if (field === 'tax' && !one && (ask === 'count' || ask === 'list' || (ask === 'whether' && !named(clause, 'mine'))))
    restrictToOwing(clause);
  return { ask, subject: 'property', field, by };
}

const lacksTax = ({ atoms }: Clause) =>
  atoms.some(
    (atom, at) =>
      senseOf(atom, 'field')?.v === 'tax' &&
      (senseOf(atoms[at - 1], 'preposition')?.v === 'without' || senseOf(atoms[at - 1], 'not') !== undefined),
  );

/** "Value of all property on Water Street" asks for a sum, "properties with tax" for a list. */
const headsPhrase = ({ atoms }: Clause, field: string) => {
  const first = atoms.find((atom) => !isFiller(atom));
  return NUMERIC.has(field) && field !== 'built' && senseOf(first, 'field')?.v === field;
};

/** Reports whether a part of a clause is certainly about properties, not only a word that may be. */
const concernsProperty = (clause: Clause, property: readonly string[]) =>
  property.length > 0 ||
  clause.nouns.includes('property') ||
  owes(clause) ||
  clause.relations.includes('own') ||
  clause.where.some(({ kind }) =>
    ['property', 'address', 'neighborhood', 'type', 'it', 'them', 'owner'].includes(kind),
  );

/** "The value of the house": one property that the conversation must supply. */
function isThatOne(clause: Clause, one: boolean): boolean {
  if (one || clause.where.length > 0 || clause.order !== undefined || clause.aggregate !== undefined) return false;
  return clause.atoms.some((atom, at) => {
    const noun = senseOf(atom, 'noun');
    return (
      noun?.v === 'property' && noun.plural !== true && /^(?:the|this|that)$/.test(clause.atoms[at - 1]?.text ?? '')
    );
  });
}

/** Restricts to properties that owe tax, or to those that do not: "no tax", "owe nothing". */
function restrictToOwing(clause: Clause): void {
  if (clause.where.some(({ kind, of }) => kind === 'amount' && of === 'tax') || named(clause, 'owed')) return;
  const not = clause.negated === true || clause.atoms.some((atom) => senseOf(atom, 'preposition')?.v === 'without');
  const owed = { kind: 'owed', value: not ? 'no' : 'yes' } as const;
  clause.where.push(not ? takeNegation(clause, owed) : owed);
}

/** Marks negating words as used, for a condition with the same meaning. */
function takeNegation<T extends Condition>(clause: Clause, condition: T): T {
  for (const atom of clause.atoms)
    if (senseOf(atom, 'not') !== undefined || senseOf(atom, 'preposition')?.v === 'without') clause.used.add(atom);
  return condition;
}

/** The city restricts only next to a word of owning; otherwise it is the location of all properties. */
function readCity(clause: Clause, property: readonly string[]): void {
  const owned =
    clause.relations.includes('own') || property.includes('owner') || wordOf(clause, /owned|municipal|private/);
  if (!owned) clause.where.splice(0, clause.where.length, ...clause.where.filter(({ kind }) => kind !== 'owner'));
}

const isHistory = (field: string | undefined) =>
  ['payments', 'transfers', 'title', 'acquired', 'appeals', 'documents', 'owner', 'value', 'tax'].includes(field ?? '');

/** Whether one property, or several by name, are meant. */
const isOne = (clause: Clause) =>
  named(clause, 'property') ||
  named(clause, 'it') ||
  clause.where.some(({ kind, value }) => kind === 'address' && /\d/.test(value));

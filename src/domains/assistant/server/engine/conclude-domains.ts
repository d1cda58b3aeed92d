import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf } from './conclude-ask.ts';

export function aboutTopic(clause: Clause): Draft | undefined {
  if (isAboutMe(clause)) return { ask: askOf(clause), subject: 'account' };
  const [topic] = clause.topics;
  const ask = askOf(clause);
  if (topic === 'audit log') return { ask, subject: 'audit log' };
  if (topic === 'genesis') {
    clause.where.push({ kind: 'block', value: '0' });
    return { ask, subject: 'block', field: fieldOf(clause, 'block') };
  }
  if (topic === 'health' && !clause.nouns.includes('asset'))
    return { ask: ask === 'list' ? 'describe' : ask, subject: 'health' };
  if (topic === 'figures' && clause.where.every(({ kind }) => kind === 'period'))
    return { ask: 'describe', subject: 'event', field: 'figures' };
  return undefined;
}

/** "Who am I", "am I an administrator". */
const isAboutMe = (clause: Clause) =>
  clause.auxiliaries.has('am') &&
  named(clause, 'mine') &&
  clause.nouns.every((noun) => noun === 'participant') &&
  clause.where.every(
    ({ kind, value }) =>
      kind === 'mine' ||
      kind === 'role' ||
      /^(?:an? )?(?:admin(?:istrator)?|auditor|resident|government)$/i.test(value),
  );

export function aboutOtherDomain(clause: Clause): Draft | undefined {
  const { nouns, fields, relations } = clause;
  const ask = askOf(clause);
  const is = (noun: string) => nouns.includes(noun);
  if (is('rate')) return { ask, subject: 'rate', field: fieldOf(clause, 'rate') };
  if (is('bill')) return { ask, subject: 'bill', field: fieldOf(clause, 'bill') };
  if (is('invoice')) return { ask, subject: 'invoice' };
  if (is('usage')) return { ask, subject: 'usage' };
  if (is('subscription') && !named(clause, 'plan')) return { ask, subject: 'subscription' };
  if (is('share') || fields.some(({ of, v }) => of === 'share' && v !== 'price'))
    return { ask, subject: 'share', field: fieldOf(clause, 'share') };
  if (
    is('plan') ||
    named(clause, 'plan') ||
    fields.some(({ of }) => of === 'plan' && !is('property') && !named(clause, 'asset') && !named(clause, 'property'))
  )
    return named(clause, 'mine') && !named(clause, 'plan')
      ? { ask, subject: 'subscription' }
      : { ask, subject: 'plan', field: fieldOf(clause, 'plan') ?? (relations.includes('cost') ? 'price' : undefined) };
  if (is('payment method') || named(clause, 'method') || (relations.includes('pay') && !named(clause, 'asset')))
    return {
      ask: ask === 'describe' ? 'list' : ask,
      subject: 'payment method',
      field: fieldOf(clause, 'payment method') ?? (relations.includes('cost') ? 'fee' : undefined),
    };
  const registry = fields.some(
    ({ of, v }) => of === 'rate' || (of === 'property' && v !== 'size' && v !== 'documents'),
  );
  if (fields.some(({ of }) => of === 'rate') && !is('property'))
    return { ask, subject: 'rate', field: fieldOf(clause, 'rate') };
  if (
    is('property') ||
    named(clause, 'property') ||
    (registry && !named(clause, 'asset') && !is('asset') && !named(clause, 'it')) ||
    (named(clause, 'type') && !is('asset')) ||
    relations.includes('owe')
  ) {
    if (ask === 'when' && fields.some(({ v }) => v === 'tax') && !named(clause, 'property'))
      return { ask, subject: 'rate', field: 'installments' };
    const built = clause.where.findIndex(({ kind, value }) => kind === 'action' && value === 'manufactured');
    if (built >= 0) {
      clause.where.splice(built, 1);
      fields.push({ of: 'property', v: 'built' });
    }
    const by =
      clause.by ??
      (fields.some(({ v }) => v === 'neighborhood') && ask !== 'describe' && !named(clause, 'property')
        ? 'neighborhood'
        : undefined);
    return {
      ask,
      subject: 'property',
      field:
        fields.find(({ of }) => of === 'property')?.v ??
        (relations.includes('owe') ? 'tax' : relations.includes('own') ? 'owner' : undefined),
      by,
    };
  }
  if (is('payment method')) return { ask, subject: 'payment method' };
  return undefined;
}

export function aboutLedger(clause: Clause): Draft | undefined {
  const ask = askOf(clause);
  const { nouns } = clause;
  if (nouns.includes('checkpoint')) return { ask: ask === 'list' ? 'describe' : ask, subject: 'checkpoint' };
  if (nouns.includes('witness')) return { ask, subject: 'witness' };
  if (nouns.includes('key') && !named(clause, 'asset')) return { ask, subject: 'key' };
  if (fieldOf(clause, 'block') !== undefined && named(clause, 'it'))
    return { ask, subject: 'block', field: blockField(clause) };
  const chain = fieldOf(clause, 'chain');
  if (chain === 'validity' && !named(clause, 'asset')) return { ask: 'whether', subject: 'chain', field: 'validity' };
  if (named(clause, 'block') || named(clause, 'hash')) return { ask, subject: 'block', field: blockField(clause) };
  const asset = named(clause, 'asset') || named(clause, 'text');
  if (nouns.includes('block') && !asset) {
    if (named(clause, 'it')) return { ask, subject: 'block', field: blockField(clause) };
    if (clause.order === undefined && ask !== 'count' && ask !== 'list' && !named(clause, 'period'))
      return named(clause, 'action') ? undefined : { ask, subject: 'block', field: blockField(clause) };
    return { ask: ask === 'most' || ask === 'least' ? 'count' : ask, subject: 'block', field: blockField(clause) };
  }
  if (
    nouns.includes('chain') &&
    !asset &&
    !nouns.includes('asset') &&
    !nouns.includes('event') &&
    !nouns.includes('participant')
  )
    return {
      ask: ask === 'list' ? 'describe' : ask,
      subject: 'chain',
      field: chain ?? (ask === 'how long' ? 'length' : undefined),
    };
  if (chain === 'length' && nouns.length === 0 && !asset) return undefined;
  return undefined;
}

const blockField = (clause: Clause) => {
  const field = fieldOf(clause, 'block');
  if (field !== undefined) return field;
  if (clause.relations.includes('record')) return 'recorded';
  return undefined;
};

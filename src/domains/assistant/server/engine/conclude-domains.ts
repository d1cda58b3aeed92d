import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, wordOf } from './conclude-ask.ts';
import { aboutBilling } from './conclude-billing.ts';
import { aboutMarket } from './conclude-market.ts';
import { aboutRegistry } from './conclude-registry.ts';

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

const aboutDomain = { registry: aboutRegistry, market: aboutMarket, billing: aboutBilling } as const;

export const aboutOtherDomain = (clause: Clause): Draft | undefined =>
  clause.domain === undefined ? undefined : aboutDomain[clause.domain](clause);

export function aboutLedger(clause: Clause): Draft | undefined {
  const ask = askOf(clause);
  const { nouns } = clause;
  if (nouns[0] === 'key' && !named(clause, 'asset')) return { ask, subject: 'key' };
  if (nouns.includes('checkpoint')) return { ask: ask === 'list' ? 'describe' : ask, subject: 'checkpoint' };
  if (nouns.includes('witness')) return { ask, subject: 'witness' };
  if (nouns.includes('key') && !named(clause, 'asset')) return { ask, subject: 'key' };
  if (fieldOf(clause, 'block') !== undefined && named(clause, 'it'))
    return { ask, subject: 'block', field: blockField(clause) };
  const chain = fieldOf(clause, 'chain');
  if (chain === 'validity' && !named(clause, 'asset')) return { ask: 'whether', subject: 'chain', field: 'validity' };
  const known = named(clause, 'block') || named(clause, 'hash');
  if (!known && isSound(clause)) return { ask: 'whether', subject: 'chain', field: 'validity' };
  if (known && nouns.includes('participant') && !clause.relations.includes('record'))
    return { ask, subject: 'block', field: 'participant' };
  if (known) return { ask, subject: 'block', field: blockField(clause) };
  const signed = clause.where.findIndex(({ kind, value }) => kind === 'text' && /^signed$/i.test(value));
  if (nouns.includes('block') && signed >= 0) {
    clause.where.splice(signed, 1);
    return { ask: clause.yesNo ? 'whether' : ask, subject: 'chain', field: 'signed' };
  }
  const second = beforeNewest(clause);
  if (second !== undefined)
    return { ...second, ask: ask === 'list' || ask === 'when' || ask === 'who' ? ask : 'describe' };
  const asset = named(clause, 'asset') || named(clause, 'text');
  // "The number of the latest block" is no count.
  const ofNewest =
    clause.order === 'newest' && clause.atoms.some(({ text }) => /^(?:the )?n(?:umber|r|o) of$/.test(text));
  if (nouns.includes('block') && ask === 'count' && ofNewest && !asset) return { ask: 'describe', subject: 'block' };
  if (nouns.includes('block') && !asset) {
    if (named(clause, 'it')) return { ask, subject: 'block', field: blockField(clause) };
    // "Who recorded most blocks": no route ranks accounts by blocks.
    if ((ask === 'most' || ask === 'least') && clause.asks.includes('who')) {
      clause.where.push({ kind: 'code', value: ask });
      return { ask, subject: 'block' };
    }
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
      field: chain ?? (ask === 'how long' || ask === 'how much' || wordOf(clause, /^size$/) ? 'length' : undefined),
    };
  if (chain === 'length' && nouns.length === 0 && !asset) return undefined;
  return undefined;
}

/** Words that ask whether the ledger is unchanged. */
const SOUND =
  /^(?:ok|okay|fine|good|well|alright|right|safe|secure|sound|complete|correct|clean|healthy|there|missing|lost|gone|wrong|bad|problems?|errors?|issues?|changed?|modified|modify|edit(?:ed)?|deleted?|removed?|erased?|rewritten|replaced?|overwritten|faked?|hacked)$/;

/**
 * "Is the chain ok", "is any block missing", "was the ledger changed": whether the chain is intact. Such words have no
 * other meaning.
 */
function isSound(clause: Clause): boolean {
  const aboutChain = clause.nouns.every((noun) => noun === 'chain' || noun === 'block') && clause.nouns.length > 0;
  const others = clause.where.every(({ kind, value }) => kind === 'text' && SOUND.test(value.toLowerCase()));
  const asked = clause.atoms.filter(({ text }) => SOUND.test(text));
  if (!aboutChain || !others || asked.length === 0 || clause.asks.includes('count')) return false;
  if (
    !clause.yesNo &&
    clause.asks.length > 0 &&
    !clause.atoms.some(({ text }) => /^(?:any|anything|something)$/.test(text))
  )
    return false;
  for (const atom of asked) clause.used.add(atom);
  clause.where.splice(0, clause.where.length);
  return true;
}

/** "The block before the newest one". */
function beforeNewest(clause: Clause): Omit<Draft, 'ask'> | undefined {
  const before = clause.atoms.find(({ text }) => /\bbefore$/.test(text));
  const isNewest = clause.atoms.some((atom) => senseOf(atom, 'order')?.v === 'newest');
  const isBlock = clause.nouns.includes('block') || before?.text === 'the block before';
  const only = clause.where.every(
    ({ kind, value }) => kind === 'text' && /^(?:right|just|directly|immediately) before$/i.test(value),
  );
  if (before === undefined || !isNewest || !isBlock || !only) return undefined;
  clause.where.splice(0, clause.where.length);
  clause.used.add(before);
  clause.order = 'newest';
  clause.where.push({ kind: 'ordinal', value: '2' });
  return { subject: 'block', field: blockField(clause) };
}

const blockField = (clause: Clause) => {
  const field = fieldOf(clause, 'block');
  if (field !== undefined && !(field === 'hash' && named(clause, 'hash'))) return field;
  if (clause.relations.includes('record')) return 'recorded';
  return undefined;
};

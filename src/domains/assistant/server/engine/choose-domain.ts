import { type Atom, type Sense, senseOf } from './atoms.ts';
import { type Domain, domainNouns } from './lexicon/domain-nouns.ts';
import type { Lexicon } from './lexicon/lexicon.ts';

const order: readonly Domain[] = ['billing', 'market', 'registry'];
/** Conditions that determine the domain of their owner. Properties also have shares. */
const owner = new Map<string, Domain>([
  ...domainNouns.billing.map((noun) => [noun, 'billing'] as const),
  ...domainNouns.registry.map((noun) => [noun, 'registry'] as const),
  ['share', 'market'],
]);
const goodsValues = new Set(['asset', 'batch', 'block', 'hash', 'status', 'category', 'action', 'role', 'participant']);
const goodsNouns = new Set(['asset', 'event', 'batch', 'category', 'block', 'chain', 'witness', 'checkpoint', 'key']);

/**
 * Returns the domain that a clause is about: that of its nouns and named things, otherwise that of its attributes
 * unless it is about goods. An asset that is named by its id is always the subject.
 */
export function domainOf(
  atoms: readonly Atom[],
  of: { readonly lexicon: Lexicon; readonly previous?: Domain | undefined },
): Domain | undefined {
  if (of.previous === 'billing' && goesOnAboutPlans(atoms)) return 'billing';
  if (atoms.some((atom) => ['asset', 'block', 'hash'].includes(senseOf(atom, 'value')?.v.kind ?? ''))) return undefined;
  const named = atoms.flatMap((atom) => domainsOf(atom, isNamed));
  const inCity = atoms.some((atom) => senseOf(atom, 'value')?.v.kind === 'neighborhood');
  const cued = atoms.flatMap((atom) => domainsOf(atom, isCue));
  // A parcel may be goods or land: next to a word of the registry it is land.
  const owned = atoms.some((atom) => senseOf(atom, 'relation')?.v === 'own');
  const isLand = inCity || owned || cued.includes('registry');
  const goods = atoms.some((atom) => atom.senses.some(isGoods) && !(isLand && /^(?:parcels?|lots?)$/.test(atom.text)));
  const decisive = order.find((domain) => named.includes(domain));
  // Prices, orders and the like of a property are those of its shares.
  const holds = atoms.some((atom) => senseOf(atom, 'relation')?.v === 'hold' || senseOf(atom, 'field')?.v === 'holder');
  const distributes = atoms.some((atom) => /^(?:distribut|dividend|payout)/.test(atom.text));
  const owing = atoms.some((atom) => senseOf(atom, 'relation')?.v === 'owe');
  // "Owes money to the city": no cash to trade with.
  if (decisive === 'registry' && (holds || distributes || (cued.includes('market') && !owing))) return 'market';
  // "How much of it do I own": shares of it.
  const me = atoms.some((atom) => senseOf(atom, 'pronoun')?.v === 'me');
  const howMuch = atoms.some((atom) => senseOf(atom, 'ask')?.v === 'how much');
  if (decisive === 'registry' && owned && me && howMuch && !owing && !cued.includes('billing')) return 'market';
  if (decisive !== undefined) return decisive;
  if (atoms.some((atom) => /\bregistry\b/.test(atom.text) && senseOf(atom, 'field'))) return 'registry';
  if (isAboutPlans(atoms, cued, of.lexicon)) return 'billing';
  if (goods && !(of.previous !== undefined && continues(atoms) && meansOwn(atoms, of.lexicon, of.previous)))
    return undefined;
  if (goods) return of.previous;
  const owes = atoms.some((atom) => senseOf(atom, 'relation')?.v === 'owe') ? (['registry'] as const) : [];
  const rest = [...cued, ...owes];
  // Money that is owed is tax, unless it is for a plan.
  // "What is the price" after a question about shares is about these, although plans have prices too.
  const goesOn = of.previous !== undefined && named.length === 0 && rest.includes(of.previous);
  if (goesOn) return of.previous;
  const found =
    owes.length > 0 && !cued.includes('billing') ? 'registry' : order.find((domain) => rest.includes(domain));
  // "What belongs to me in the city".
  const inTown = owned && atoms.some((atom) => /^(?:city|town|municipality)$/.test(atom.text));
  if (inTown && !goods) return 'registry';
  const parcels = owned && atoms.some((atom) => /^(?:parcels?|lots?)$/.test(atom.text));
  return found ?? (inCity || parcels ? 'registry' : continues(atoms) ? of.previous : undefined);
}

/** "When was it built" after a question about a house: the words that are about goods elsewhere have a meaning of its own. */
const meansOwn = (atoms: readonly Atom[], lexicon: Lexicon, domain: Domain) =>
  atoms
    .filter((atom) => atom.senses.some(isGoods))
    .every((atom) =>
      lexicon
        .within(domain)
        .find(atom.text)
        ?.some((sense) => sense.k === 'field' && owner.get(sense.of) === domain),
    );

/**
 * Whether a clause asks for a price of what may be a plan, for a price of users and assets, or how many of them the caller may have:
 * "how much is business", "price for 5 users", "how many assets may I record".
 */
function isAboutPlans(atoms: readonly Atom[], cued: readonly Domain[], lexicon: Lexicon): boolean {
  const asks = (word: string) => atoms.some((atom) => senseOf(atom, 'ask')?.v === word);
  const prices = cued.includes('billing') || asks('how much');
  const plans = atoms.some((atom) =>
    lexicon
      .within('billing')
      .find(atom.text)
      ?.some((sense) => sense.k === 'value' && sense.v.kind === 'plan'),
  );
  const countable = (atom: Atom | undefined) => COUNTABLE.test(atom?.text ?? '');
  const counted = atoms.some((atom, at) => senseOf(atom, 'number') !== undefined && countable(atoms[at + 1]));
  if (prices && (plans || counted)) return true;
  // "Max number of assets on business": a limit of a plan.
  const limits = asks('count') || atoms.some((atom) => /^(?:max|maximum|limit|most)$/.test(atom.text));
  if (
    plans &&
    limits &&
    atoms.some(countable) &&
    !atoms.some(({ text }) => /^(?:participants?|compan(?:y|ies)|partners?|holders?)$/.test(text))
  )
    return true;
  const may = atoms.some(
    (atom) => senseOf(atom, 'may') !== undefined && /\b(?:may|can|could|allowed)\b/.test(atom.text),
  );
  const me = atoms.some((atom) => senseOf(atom, 'pronoun')?.v === 'me' || / i$/.test(atom.text));
  const we = me || atoms.some((atom) => /(?:^| )we$/.test(atom.text));
  const people = atoms.some((atom) => countable(atom) && !/^assets?$/.test(atom.text));
  const signs = atoms.some((atom) => SIGNS.test(atom.text));
  return asks('count') && (may || signs) && (me || (we && (signs || people))) && atoms.some(countable);
}

const SIGNS = /^(?:sign(?:ed)? up(?: for)?|subscribed?|book(?:ed)?|pay(?:ing)?|paid)$/;

/** "And how many assets?", "with 30 users": after a question about a plan, its limits and a number of users. */
const goesOnAboutPlans = (atoms: readonly Atom[]) =>
  atoms.some((atom) => COUNTABLE.test(atom.text)) &&
  (senseOf(atoms[0], 'and') !== undefined || senseOf(atoms[0], 'preposition') !== undefined) &&
  atoms.every(
    (atom) =>
      COUNTABLE.test(atom.text) ||
      atom.senses.some(({ k }) => ['filler', 'and', 'ask', 'number', 'preposition'].includes(k)),
  );
const COUNTABLE = /^(?:users?|assets?|seats?|members?)$/;

/** Reports whether the subject of a clause follows from the conversation: "who owns it", "and the second one". */
const continues = (atoms: readonly Atom[]) =>
  atoms.some((atom) => ['it', 'them'].includes(senseOf(atom, 'pronoun')?.v ?? '')) ||
  senseOf(atoms[0], 'and') !== undefined ||
  /^(?:what about|how about)$/.test(`${atoms[0]?.text} ${atoms[1]?.text}`) ||
  atoms.length <= 2;

/** The domain of a query's subject. */
export const domainOfSubject = (subject: string | undefined): Domain | undefined =>
  subject === undefined ? undefined : owner.get(subject);

export const isOfDomain = (noun: string): boolean => owner.has(noun);

/** Returns the domains that a word refers to, if everything it may name belongs to one of them. */
function domainsOf(atom: Atom, counts: (sense: Sense) => boolean): Domain[] {
  const senses = atom.senses.filter(counts);
  const found = senses.map((sense) => owner.get(nounOf(sense)));
  return found.length === 0 || found.includes(undefined) ? [] : found.filter((one) => one !== undefined);
}

const nounOf = (sense: Sense): string => {
  if (sense.k === 'noun') return sense.v;
  if (sense.k === 'value')
    return sense.v.kind === 'property' || sense.v.kind === 'address'
      ? 'property'
      : sense.of === ''
        ? 'other'
        : sense.of;
  return sense.k === 'field' || sense.k === 'action' ? sense.of : 'other';
};

/** Nouns, and values that only things of a domain have. */
const isNamed = (sense: Sense) =>
  sense.k === 'noun' || (sense.k === 'value' && ['property', 'address', 'plan', 'method'].includes(sense.v.kind));
const isCue = (sense: Sense) => sense.k === 'field' || sense.k === 'action' || sense.k === 'value' || isNamed(sense);
const isGoods = (sense: Sense) =>
  (sense.k === 'noun' && goodsNouns.has(sense.v)) ||
  (sense.k === 'field' && sense.v.startsWith('meta:')) ||
  (sense.k === 'value' && goodsValues.has(sense.v.kind)) ||
  (sense.k === 'action' && sense.of === 'event');

import type { Condition } from '#domains/assistant/contract.ts';
import { type Atom, type Preposition, senseOf } from './atoms.ts';
import { after, before, type Clause, isFiller, isRole, named, prepositionOf } from './clause.ts';
import { asksByNegation } from './read-words.ts';
import { formOf } from './word-forms.ts';

/** Reads the values that the clause names: ids, names, days, places, and values of attributes. */
export function readValues(clause: Clause): void {
  clause.atoms.forEach((atom, at) => {
    const value = senseOf(atom, 'value');
    if (value === undefined || clause.used.has(atom) || isPartOfPlace(clause, atom, at)) return;
    if (atom.senses.length > 1 && !prefersValue(clause, atom, at)) return;
    const preposition = prepositionOf(clause, at);
    const { kind } = value.v;
    if (kind === 'role' && standsBesideName(clause, at)) {
      clause.used.add(atom);
      return;
    }
    if (
      kind === 'role' &&
      preposition === undefined &&
      !clause.atoms
        .slice(0, at)
        .some((other) => senseOf(other, 'noun') !== undefined && senseOf(other, 'ask') === undefined)
    )
      clause.nouns.push('participant');
    const as = roleOf(clause, at, kind, preposition?.v) ?? roleBeside(clause, at, kind);
    clause.where.push({
      ...value.v,
      ...(as === undefined ? {} : { as }),
      ...(isNegated(clause, at) || joinsExcluded(clause, at, kind) ? { not: true } : {}),
      ...(named(clause, kind) && clause.atoms.some(({ text }) => text === 'both') ? { also: true } : {}),
    });
    clause.used.add(atom);
    if (preposition !== undefined) clause.used.add(preposition.atom);
  });
}

/** "At the Frankfurt cold store": a store after such a word is no retailer. */
const isPartOfPlace = (clause: Clause, atom: Atom, at: number) => {
  const last = clause.atoms[at - 1];
  return PLACE_TAIL.test(atom.text) && last !== undefined && (isUnknown(last) || PLACE_TAIL.test(last.text));
};

/** Words that name a value and have another meaning, such as "maker": a role, or who made an asset. */
function prefersValue(clause: Clause, atom: Atom, at: number): boolean {
  const { kind } = senseOf(atom, 'value')?.v ?? {};
  if (clause.domain !== undefined) return prefersOwnValue(clause, atom, at);
  const aboutAsset = clause.atoms.some(
    (other) => senseOf(other, 'value')?.v.kind === 'asset' || senseOf(other, 'pronoun')?.v === 'it',
  );
  if (kind === 'role') return !aboutAsset || senseOf(atom, 'field') === undefined;
  if (kind === 'state')
    return (
      clause.atoms.every((other) => !/^(?:most|least)\b/.test(other.text)) &&
      clause.atoms.some((other) => senseOf(other, 'noun')?.v === 'participant' || isRole(other))
    );
  if (kind === 'cycle' || kind === 'plan') return true;
  if (kind === 'status') return !aboutAsset || senseOf(atom, 'relation') === undefined;
  return before(clause, at) !== undefined || senseOf(atom, 'noun') === undefined;
}

/** In questions about a domain its own values come first, except a word that is asked for: "what is the state of it". */
function prefersOwnValue(clause: Clause, atom: Atom, at: number): boolean {
  // "How many homes" restricts to a type, "my home" does not.
  if (atom.text === 'homes')
    return senseOf(atom, 'value')?.v.kind === 'type' && senseOf(before(clause, at), 'pronoun') === undefined;
  if (senseOf(atom, 'noun') !== undefined) return false;
  const asks = senseOf(atom, 'field') !== undefined && senseOf(atom, 'value')?.v.kind === 'stage';
  return !asks || senseOf(after(clause, at), 'field')?.v === 'orders';
}

const standsBesideName = (clause: Clause, at: number) => {
  const next = senseOf(after(clause, at), 'value');
  const last = senseOf(before(clause, at), 'value');
  return (
    next?.v.kind === 'participant' ||
    (last?.v.kind === 'participant' && senseOf(before(clause, at), 'preposition') === undefined && false)
  );
};

/** "Outside Chapel Row and Garden Hill": the second is excluded as the first is. */
function joinsExcluded(clause: Clause, at: number, kind: Condition['kind']): boolean {
  const last = before(clause, at);
  const beside = clause.where.at(-1);
  const joined = ['and', 'or'].some((k) => last?.senses.some((sense) => sense.k === k)) || last?.text === 'nor';
  const isAlike = beside?.kind === kind || (isArea(kind) && isArea(beside?.kind));
  if (!joined || !isAlike || beside?.not !== true) return false;
  if (last !== undefined) clause.used.add(last);
  return true;
}

const isArea = (kind: Condition['kind'] | undefined) => kind === 'neighborhood' || kind === 'address';

/** "By X and Y", "X or Y": the second takes part as the first does. */
function roleBeside(clause: Clause, at: number, kind: Condition['kind']): Condition['as'] {
  const last = before(clause, at);
  const beside = clause.where.at(-1);
  const joined = senseOf(last, 'and') !== undefined || senseOf(last, 'or') !== undefined;
  return joined && kind === 'participant' && beside?.kind === kind ? beside.as : undefined;
}

function roleOf(
  clause: Clause,
  at: number,
  kind: Condition['kind'],
  preposition: Preposition | undefined,
): Condition['as'] {
  if (kind !== 'participant' && kind !== 'role') return kind === 'text' && preposition === 'to' ? 'to' : undefined;
  const holds = clause.relations.includes('hold');
  const records = clause.atoms.some((atom) => senseOf(atom, 'relation')?.v === 'record');
  switch (preposition) {
    case 'by':
      return holds ? 'holder' : records ? 'recorder' : 'actor';
    case 'to':
    case 'for':
      return 'addressee';
    case 'from':
      return 'source';
    case 'of':
      // "Assets of X" are those that it has, regardless of their events.
      if (clause.atoms.slice(0, at).some((atom) => senseOf(atom, 'noun')?.v === 'asset')) return 'holder';
      break;
    case 'with':
    case 'at':
      return clause.relations.includes('work with') ? 'partner' : 'holder';
    default:
  }
  if (kind === 'role') return undefined;
  const next = after(clause, at, (atom) => isFiller(atom) || senseOf(atom, 'auxiliary') !== undefined);
  if (senseOf(next, 'action')) return 'actor';
  if (senseOf(next, 'relation')?.v === 'hold') return 'holder';
  return undefined;
}

function isNegated(clause: Clause, at: number): boolean {
  // "Not in Norway", "not held by demo-shipper", "never in the batch".
  const between = (atom: Atom) =>
    senseOf(atom, 'not') === undefined &&
    (isFiller(atom) ||
      // "Except those in Paris", "but not the ones from Basel".
      /^(?:those|these|ones?|that|which|whatever|everything)$/.test(atom.text) ||
      (senseOf(atom, 'preposition') !== undefined && senseOf(atom, 'preposition')?.v !== 'without') ||
      senseOf(atom, 'noun') !== undefined ||
      senseOf(atom, 'auxiliary') !== undefined ||
      senseOf(atom, 'relation') !== undefined);
  const direct = before(clause, at);
  const last =
    senseOf(direct, 'preposition')?.v === 'without' || senseOf(direct, 'not') ? direct : before(clause, at, between);
  if (senseOf(last, 'not') === undefined && senseOf(last, 'preposition')?.v !== 'without') return false;
  if (last && asksByNegation(clause, last)) return false;
  if (last) clause.used.add(last);
  return true;
}

const PLACE_TAIL =
  /^(?:store|port|hub|depot|terminal|centre|center|airport|free|sorting|rail|secure|cold|roastery|city|harbor|harbour|warehouse|station|street|avenue|road|lane|boulevard|square)$/;
const STREET = /^(?:street|avenue|road|lane|boulevard)$/;
const places: Partial<Record<Preposition, 'in' | 'from' | 'to'>> = {
  in: 'in',
  at: 'in',
  on: 'in',
  via: 'in',
  from: 'from',
  to: 'to',
  into: 'to',
  for: 'to',
};

/** Reads words that no domain lists: a place after a preposition, otherwise a part of a name. */
export function readUnknown(clause: Clause): void {
  const namesOther = clause.atoms.some((atom) =>
    atom.senses.some(({ k }) => ['noun', 'value', 'action', 'field', 'topic'].includes(k)),
  );
  for (let at = 0; at < clause.atoms.length; at++) {
    const atom = clause.atoms[at];
    if (atom === undefined || clause.used.has(atom)) continue;
    const preposition = prepositionOf(clause, at);
    const isName = /^\p{Lu}/u.test(atom.raw);
    const last = before(clause, at);
    const isStreet = clause.domain === 'registry' && STREET.test(after(clause, at)?.text ?? '');
    const asPlace = isStreet
      ? 'in'
      : preposition === undefined || (preposition.v === 'on' && !isName)
        ? placeAfter(last)
        : places[preposition.v];
    const beside = clause.where.at(-1);
    // "At Bergen or Oslo": the second stands beside the first.
    const alsoPlace =
      beside?.kind === 'place' &&
      (senseOf(last, 'or') !== undefined || senseOf(last, 'and') !== undefined || last?.text === 'nor') &&
      (isName || atom.senses.length === 0);
    const begins =
      isUnknown(atom) ||
      (asPlace !== undefined &&
        senseOf(atom, 'noun')?.v === 'place' &&
        isUnknown(clause.atoms[at + 2]) &&
        senseOf(clause.atoms[at + 1], 'preposition')?.v === 'of');
    if (at === 0 && atom.text === 'open') continue;
    if (!begins || TIME_UNITS.test(atom.text) || RELATING.test(atom.text)) continue;
    const end = phraseEnd(clause, at, asPlace !== undefined);
    const phrase = clause.atoms.slice(at, end);
    for (const one of phrase) clause.used.add(one);
    const atOf = at;
    at = end - 1;
    if (
      namesOther &&
      phrase.every((one) => isUnknown(one) && !one.quoted && isEmptyWord(one.text) && asPlace === undefined)
    )
      continue;
    const value = phrase.map(({ raw }) => raw).join(' ');
    // The first place that goods leave is their origin.
    if (clause.atoms.some((one) => senseOf(one, 'relation')?.v === 'leave'))
      if (/^(?:factory|plant|works|manufacturer)$/.test(value.toLowerCase())) {
        clause.order ??= 'oldest';
        continue;
      }
    // Goods that were roasted were made, and are described as roasted.
    if (CRAFTS.test(phrase[0]?.text ?? '') && clause.auxiliaries.size > 0)
      clause.where.push({ kind: 'action', value: 'manufactured' });
    const leaves = asPlace !== undefined || preposition?.v === 'without';
    const not = leaves && isNegated(clause, atOf) ? { not: true } : {};
    if (preposition !== undefined) clause.used.add(preposition.atom);
    if (alsoPlace && last?.text === 'nor') clause.used.add(last);
    if (alsoPlace) clause.where.push({ ...beside, value });
    else if (asPlace !== undefined && !(preposition?.v === 'for' && named(clause, 'asset')))
      clause.where.push({
        kind: 'place',
        value,
        as: asPlace,
        ...not,
        ...(isPresent(clause, atOf) ? { of: 'now' } : {}),
      });
    else if (preposition?.v === 'without') clause.where.push({ kind: 'code', value });
    else if (isPersonOfEvent(clause, preposition?.v, phrase)) clause.where.push({ kind: 'stating', value });
    else clause.where.push({ kind: 'text', value, ...not });
  }
}

/** "Goods that I made that are not in Norway", "that are now in Bergen": where they are, and not where it happened. */
function isPresent(clause: Clause, at: number): boolean {
  const skip = (atom: Atom) =>
    isFiller(atom) || senseOf(atom, 'preposition') !== undefined || senseOf(atom, 'not') !== undefined;
  const verb = before(clause, at, skip);
  const behind = after(clause, at, isFiller);
  return /^(?:is|are)$/.test(verb?.text ?? '') && senseOf(behind, 'action') === undefined;
}

/** "Inspections by S. Ruiz": a person whom no account names may be stated by events. */
const isPersonOfEvent = ({ atoms, domain }: Clause, preposition: Preposition | undefined, phrase: readonly Atom[]) =>
  domain === undefined &&
  preposition === 'by' &&
  phrase.every(({ raw }) => /^\p{Lu}/u.test(raw)) &&
  atoms.some((atom) => senseOf(atom, 'action') !== undefined) &&
  atoms.every((atom) => senseOf(atom, 'value')?.v.kind !== 'asset');

/** Function words have no meaning of their own; a comparison such as "fastest" and a place such as "outside" do. */
const isEmptyWord = (word: string) =>
  !/\d/.test(word) && !formOf(word).content && !/(?:est|er|side|where|ward|wards)$/.test(word) && !DEGREES.test(word);

/** Words of degree and frequency, which change the question. */
const DEGREES =
  /^(?:usual|normal|typical|general|complete|full|entire|part|partial|rare|seldom|almost|near|mostly|simultaneous|separate|repeated|direct)(?:ly)?$/;

/** "Reach Oslo", "leave Basel", "visited Lyon": a place follows such a verb. */
const placeAfter = (last: Atom | undefined) => {
  const relation = senseOf(last, 'relation')?.v;
  if (relation === 'reach' || relation === 'arrive') return 'to';
  if (relation === 'leave' || /^c[oa]me from$/.test(last?.text ?? '')) return 'from';
  return relation === 'pass' ? 'in' : undefined;
};

const TIME_UNITS = /^(?:day|date|week|month)s?$/;

/** Words that relate two things and must not be ignored. */
const RELATING = /^(?:before|after|since|until|except|unless|besides|against|beyond|despite|excluding|apart)$/;
const CRAFTS = /^(?:roast|blend|bak|brew|mill|weav|bottl)\w*$/;
const isUnknown = (atom: Atom | undefined) => atom !== undefined && (atom.senses.length === 0 || atom.quoted === true);

function phraseEnd(clause: Clause, at: number, inPlace: boolean): number {
  let end = at + 1;
  while (end < clause.atoms.length) {
    const atom = clause.atoms[end];
    if (atom === undefined || clause.used.has(atom)) break;
    const isLink = inPlace && senseOf(atom, 'preposition')?.v === 'of' && isUnknown(clause.atoms[end + 1]);
    const isTail = inPlace && PLACE_TAIL.test(atom.text);
    const isPartOfName =
      /^\p{Lu}/u.test(atom.raw) && /^\p{Lu}/u.test(clause.atoms[at]?.raw ?? '') && senseOf(atom, 'value') === undefined;
    if (!isUnknown(atom) && !isLink && !isTail && !isPartOfName) break;
    end += 1;
  }
  return end;
}

import { type Atom, type Preposition, senseOf } from './atoms.ts';
import { after, before, type Clause, isFiller, named, prepositionOf } from './clause.ts';
import { asksByNegation } from './read-words.ts';
import { formOf } from './word-forms.ts';

export function isNegated(clause: Clause, at: number): boolean {
  // "Not in Norway", "not held by demo-shipper", "never in the batch".
  const between = (atom: Atom) =>
    senseOf(atom, 'not') === undefined &&
    (isFiller(atom) ||
      // "Except those in Paris", "but not the ones from Basel".
      /^(?:those|these|ones?|that|what|which|whatever|everything|anything|all)$/.test(atom.text) ||
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

export const PLACE_TAIL =
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
      : senseOf(last, 'ask')?.v === 'how long' && / from$/.test(last?.text ?? '')
        ? 'from'
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
        // "How long from leaving the factory": since the first shipment.
        if (clause.atoms.some((one) => senseOf(one, 'ask')?.v === 'how long'))
          clause.where.push({ kind: 'action', value: 'shipped' });
        continue;
      }
    // "From the workshop to the customer": the ends of a way are events of the asset.
    const end_ = asPlace === 'from' || asPlace === 'to' ? STAGES[asPlace] : undefined;
    if (end_ !== undefined && named(clause, 'asset') && end_.words.test(value.toLowerCase())) {
      if (preposition !== undefined) clause.used.add(preposition.atom);
      clause.where.push({ kind: 'action', value: end_.action });
      continue;
    }
    // Goods that were roasted were made, and are described as roasted.
    if (CRAFTS.test(phrase[0]?.text ?? '') && clause.auxiliaries.size > 0 && asPlace === undefined)
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
    else if (isPersonOfEvent(clause, preposition?.v, phrase, clause.atoms[atOf - 1]))
      clause.where.push({ kind: 'stating', value });
    else clause.where.push({ kind: 'text', value, ...not });
  }
}

const STAGES = {
  from: { words: /^(?:factory|plant|works|workshop|mill|farm)$/, action: 'manufactured' },
  to: { words: /^(?:customer|client|consumer|buyer|end customer|final customer|destination)$/, action: 'delivered' },
} as const;

/** "Goods that I made that are not in Norway", "that are now in Bergen": where they are, and not where it happened. */
function isPresent(clause: Clause, at: number): boolean {
  const skip = (atom: Atom) =>
    isFiller(atom) || senseOf(atom, 'preposition') !== undefined || senseOf(atom, 'not') !== undefined;
  const verb = before(clause, at, skip);
  const behind = after(clause, at, isFiller);
  return /^(?:is|are)$/.test(verb?.text ?? '') && senseOf(behind, 'action') === undefined;
}

/** "Inspections by S. Ruiz": a person whom no account names may be stated by events. */
const isPersonOfEvent = (
  { atoms, domain }: Clause,
  preposition: Preposition | undefined,
  phrase: readonly Atom[],
  initial: Atom | undefined,
) =>
  domain === undefined &&
  (preposition === 'by' ||
    [phrase.length > 1 ? phrase[0] : undefined, initial].some((one) => /^\p{Lu}$/u.test(one?.raw ?? ''))) &&
  phrase.every(({ raw }) => /^\p{Lu}/u.test(raw)) &&
  atoms.some((atom) => senseOf(atom, 'action') !== undefined) &&
  atoms.every((atom) => senseOf(atom, 'value')?.v.kind !== 'asset');

/** Function words have no meaning of their own; a comparison such as "fastest" and a place such as "outside" do. */
const isEmptyWord = (word: string) =>
  !/\d/.test(word) && !formOf(word).content && !/(?:est|er|side|where|ward|wards)$/.test(word) && !DEGREES.test(word);

/** Words of degree and frequency, which change the question. */
const DEGREES =
  /^(?:usual|normal|typical|general|complete|full|entire|part|partial|rare|seldom|almost|near|mostly|simultaneous|separate|repeated|direct|far)(?:ly)?$/;

/** "Reach Oslo", "leave Basel", "visited Lyon": a place follows such a verb. */
const placeAfter = (last: Atom | undefined) => {
  const relation = senseOf(last, 'relation')?.v;
  if (relation === 'reach' || relation === 'arrive') return 'to';
  if (relation === 'leave' || /^(?:c[oa]mes?|coming) from$/.test(last?.text ?? '')) return 'from';
  return relation === 'pass' ? 'in' : undefined;
};

const TIME_UNITS = /^(?:day|date|week|month)s?$/;

/** Words that relate two things and must not be ignored. */
const RELATING =
  /^(?:before|after|since|until|except|unless|besides|against|beyond|despite|excluding|apart|minus|divided)$/;

const CRAFTS = /^(?:roast|blend|bak|brew|mill|weav|bottl)\w*$/;

export const isUnknown = (atom: Atom | undefined) =>
  atom !== undefined && (atom.senses.length === 0 || atom.quoted === true);

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

import { type Atom, senseOf } from './atoms.ts';
import { after, before, type Clause, isFiller, isRole, named } from './clause.ts';
import { fieldOf } from './conclude-ask.ts';

/** Reads the text that events must state: "because of a recall", "due to damaged packaging". */
export function readStated(clause: Clause): void {
  const at = clause.atoms.findIndex((atom) => senseOf(atom, 'because') !== undefined);
  if (at < 0) return;
  const rest = clause.atoms.slice(at + 1);
  const asks = rest.findIndex((atom) => senseOf(atom, 'ask') !== undefined && atom.text !== 'what');
  const told = asks > 0 ? rest.slice(0, asks) : rest;
  const words = told.filter((atom) => !isEmpty(atom));
  const asset = words.some((atom) => senseOf(atom, 'value')?.v.kind === 'asset');
  // "Call back because of X": X is what is recalled.
  if (asset && clause.atoms.some((atom) => senseOf(atom, 'relation')?.v === 'recall'))
    clause.used.add(clause.atoms[at] as Atom);
  if (words.length === 0 || words.some((atom) => senseOf(atom, 'value')?.v.kind === 'asset')) return;
  const text = words.map(contentOf).join(' ');
  clause.where.push({ kind: 'stating', value: text });
  for (const atom of clause.atoms.slice(at, at + 1 + told.length)) clause.used.add(atom);
}

/** Words that only connect stated values. */
const isEmpty = (atom: Atom) =>
  isFiller(atom) ||
  ['auxiliary', 'preposition', 'pronoun', 'and'].some((k) => atom.senses.length > 0 && atom.senses[0]?.k === k);

/** "In transit" is stated as a word among others. */
const contentOf = ({ raw }: Atom) => raw.replace(/^(?:in|on|at|under) /i, '');

/** Reads bounds of a count: "more than 100 events", "at least two quality checks", "shipped twice". */
export function readNumbers(clause: Clause): void {
  clause.atoms.forEach((atom, at) => {
    const number = senseOf(atom, 'number');
    if (number === undefined || clause.used.has(atom)) return;
    const last = clause.atoms[at - 1];
    const next = after(clause, at);
    const than = boundOf(last, clause.atoms[at - 2]);
    const times = next?.text === 'times' || /^(?:once|twice|thrice)$/.test(atom.text);
    const counts = ['noun', 'action', 'value'].some((k) => next?.senses.some((sense) => sense.k === k));
    if (than === undefined ? !times || asksNumber(clause) : !times && !counts) return;
    // "Assets with more than 8 events" bounds each of them; "are more than 100 assets delivered" bounds their number.
    const ofEach =
      times ||
      clause.atoms.slice(0, at).some(isRole) ||
      clause.atoms.slice(0, at).some((one) => /^(?:anyone|anybody|someone|somebody|who)$/.test(one.text)) ||
      clause.atoms
        .slice(0, at)
        .some((one) => EACH.has(senseOf(one, 'noun')?.v ?? '') && senseOf(one, 'ask') === undefined) ||
      clause.atoms
        .slice(0, at)
        .some((one) => /^(?:which|what) (?:participants?|compan(?:y|ies)|part(?:y|ies))$/.test(one.text));
    // No route counts the places or companies of each asset.
    const counted = senseOf(next, 'noun')?.v;
    if (ofEach && !times && counted !== undefined && !['event', 'asset'].includes(counted)) return;
    clause.where.push({ kind: ofEach ? 'number' : 'amount', value: `${than?.sign ?? '='} ${number.v}` });
    for (const one of [atom, ...(than?.atoms ?? []), ...(next?.text === 'times' ? [next] : [])]) clause.used.add(one);
    // The counted noun has no further meaning.
    if (ofEach && next !== undefined && senseOf(next, 'noun')?.v === 'event') clause.used.add(next);
  });
}

const EACH = new Set(['asset', 'participant', 'batch', 'place', 'category']);
const asksNumber = (clause: Clause) => clause.atoms.some((atom) => senseOf(atom, 'ask')?.v === 'count');

const AT_LEAST = /^(?:at least|no fewer than|no less than|not less than|upwards of)$/;
const AT_MOST = /^(?:at most|no more than|not more than)$/;

function boundOf(last: Atom | undefined, earlier: Atom | undefined): { sign: string; atoms: Atom[] } | undefined {
  if (last === undefined) return undefined;
  const more =
    senseOf(last, 'more') ?? (senseOf(last, 'preposition')?.v === 'than' ? senseOf(earlier, 'more') : undefined);
  const isThan = senseOf(last, 'preposition')?.v === 'than' && earlier !== undefined;
  const atoms = isThan ? [last, earlier] : [last];
  if (AT_LEAST.test(last.text)) return { sign: '>=', atoms };
  if (AT_MOST.test(last.text)) return { sign: '<=', atoms };
  if (/^(?:exactly|only|just|precisely)$/.test(last.text)) return { sign: '=', atoms };
  return more === undefined ? undefined : { sign: more.v === 'more' ? '>' : '<', atoms };
}

/**
 * Reads stated values of an event from describing words: "with a broken seal", "found damaged packaging", "passed",
 * "failed". If the question is not about events, such words have other meanings.
 */
export function describeStated(clause: Clause): void {
  const acts = named(clause, 'action') || clause.nouns.includes('event') || clause.nouns.includes('asset');
  if (!acts || named(clause, 'asset') || named(clause, 'it') || clause.nouns.includes('chain')) return;
  const checks = clause.where.some(({ value }) => value === 'quality_check');
  const attribute = fieldOf(clause, 'event')?.startsWith('meta:') === true;
  const damage = fieldOf(clause, 'chain') === 'validity';
  if (named(clause, 'stating')) {
    drop(clause, 'failed');
    return;
  }
  const passes = clause.atoms.findIndex(({ text }) => PASSED.test(text));
  if (checks && drop(clause, 'failed')) clause.where.push({ kind: 'stating', value: 'passed', not: true });
  else if (checks && passes >= 0) clause.where.push({ kind: 'stating', value: 'passed', ...negation(clause, passes) });
  else if (attribute || damage) {
    const texts = clause.where.filter(({ kind }) => kind === 'text').map(({ value }) => value);
    const described = clause.atoms.filter(
      (atom) =>
        senseOf(atom, 'field')?.v.startsWith('meta:') === true ||
        senseOf(atom, 'field')?.of === 'chain' ||
        texts.some((text) => text.split(' ').includes(atom.raw)),
    );
    clause.where.splice(0, clause.where.length, ...clause.where.filter(({ kind }) => kind !== 'text'));
    const fields = clause.fields.filter(({ of, v }) => of !== 'chain' && !v.startsWith('meta:'));
    clause.fields.splice(0, clause.fields.length, ...fields);
    const first = clause.atoms.findIndex((atom) => described.includes(atom));
    const last = clause.atoms.findLastIndex((atom) => described.includes(atom));
    clause.where.push({
      kind: 'stating',
      value: described.map(({ raw }) => raw).join(' '),
      ...negation(clause, first),
      // "Whose condition was not intact".
      ...(last === first ? {} : negation(clause, last)),
    });
  }
}

const PASSED = /^(?:pass(?:ed|es)?|succeed(?:ed)?|(?:go|went|gone) (?:well|fine|ok))$/;

/** "That did not pass", "which were not intact": the negation before a describing word. */
function negation(clause: Clause, at: number): { readonly not?: true } {
  const last = before(clause, at, (atom) => isFiller(atom) || senseOf(atom, 'auxiliary') !== undefined);
  if (last === undefined || senseOf(last, 'not') === undefined) return {};
  clause.used.add(last);
  return { not: true };
}

/** Removes a word that was read as a part of a name, and reports whether it was there. */
function drop(clause: Clause, word: string): boolean {
  const at = clause.where.findIndex(({ kind, value }) => kind === 'text' && value.toLowerCase() === word);
  if (at >= 0) clause.where.splice(at, 1);
  return at >= 0;
}

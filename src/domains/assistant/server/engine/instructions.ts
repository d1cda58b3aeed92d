import { type Atom, senseOf } from './atoms.ts';
import { isFiller } from './clause.ts';

/**
 * "Check where X is" is an instruction, while "the last check" and "was it checked" name an event. The position of a
 * word with both meanings determines which one it has.
 */
export function asInstructed(atoms: readonly Atom[]): Atom[] {
  return atoms.map((atom, at) => {
    if (endsAt(atoms, at))
      return {
        ...atom,
        senses: [
          { k: 'relation', v: 'be at' },
          { k: 'preposition', v: 'in' },
        ],
      };
    if (senseOf(atom, 'action') === undefined || senseOf(atom, 'filler') === undefined) return atom;
    const instructs = isInstruction(atoms, at);
    return { ...atom, senses: atom.senses.filter(({ k }) => (k === 'filler') === instructs) };
  });
}

/** "How many ended up in Paris": a place, as no asset is named that could have gone into another. */
const endsAt = (atoms: readonly Atom[], at: number) =>
  /^end(?:ed|s)? up in$/.test(atoms[at]?.text ?? '') &&
  /^\p{Lu}/u.test(atoms[at + 1]?.raw ?? '') &&
  atoms.every((atom) => senseOf(atom, 'value')?.v.kind !== 'asset' && senseOf(atom, 'pronoun')?.v !== 'it');

function isInstruction(atoms: readonly Atom[], at: number): boolean {
  const text = atoms[at]?.text ?? '';
  const next = atoms[at + 1];
  const last = atoms[at - 1];
  const begins = atoms.slice(0, at).every((atom) => isFiller(atom) || senseOf(atom, 'talk') !== undefined);
  if (/ing$/.test(text)) return begins;
  // "Did X check it" has its subject before it; "do you check" is no instruction either.
  if (/(?:s|ed)$/.test(text)) return false;
  if (last === undefined || asks(next) || /^(?:if|whether|that)$/.test(next?.text ?? '')) return true;
  const did = atoms.slice(0, at).some(({ text: word }) => /^(?:did|does|do|didn't|doesn't)$/.test(word));
  return !did && (begins || /^(?:to|please|and|you|me|i)\b/.test(last.text)) && !DETERMINERS.test(last.text);
}

/** After these a word is a noun. */
const DETERMINERS = /^(?:an?|the|this|that|each|every|any|no|one|another|its|my|our|their)$/;

const asks = (next: Atom | undefined) =>
  senseOf(next, 'ask') !== undefined && !/^(?:anything|something)$/.test(next?.text ?? '');

import { type Atom, type Sense, senseOf } from './atoms.ts';
import { formOf } from './word-forms.ts';

/** Senses of words that add nothing to the fields of an event. */
const EMPTY: ReadonlySet<Sense['k']> = new Set([
  ...(['filler', 'auxiliary', 'preposition', 'write', 'pronoun', 'and', 'or', 'talk', 'may', 'how', 'named'] as const),
  ...(['noun', 'ask', 'topic', 'order'] as const),
]);
/** Verbs that only introduce an event, or state it together with the action. */
const TOLD = new Set([
  'record',
  'happen',
  'arrive',
  'leave',
  'reach',
  'be at',
  'carry',
  'addressed',
  'hold',
  'take long',
]);
/** Values that fields of the form hold, or that are reported by their own rules. */
const HELD = new Set(['asset', 'participant', 'period', 'role', 'status', 'block', 'batch']);

/**
 * Returns the parts of a message about an event that no field of the form holds, such as readings: "passed, 5 degrees".
 * `stated` are the texts of the fields.
 */
export function leftOver(message: string, atoms: readonly Atom[], stated: readonly (string | undefined)[]): string[] {
  const spans = stated.flatMap((text) => {
    const start = text === undefined || text === '' ? -1 : message.toLowerCase().indexOf(text.toLowerCase());
    return start < 0 || text === undefined ? [] : [{ start, end: start + text.length }];
  });
  const isHeld = ({ start, end }: Atom) => spans.some((span) => span.start < end && start < span.end);
  const phrases: { start: number; end: number }[] = [];
  for (const atom of atoms) {
    if (isHeld(atom) || !tells(atom)) continue;
    const last = phrases.at(-1);
    if (last !== undefined && /^[ :-]*$/.test(message.slice(last.end, atom.start))) last.end = atom.end;
    else phrases.push({ start: atom.start, end: atom.end });
  }
  return phrases.map(({ start, end }) => message.slice(start, end));
}

function tells(atom: Atom): boolean {
  if (senseOf(atom, 'action')?.of === 'event') return false;
  const value = senseOf(atom, 'value')?.v.kind;
  if (value !== undefined && HELD.has(value)) return false;
  if (senseOf(atom, 'field')?.v.startsWith('meta:') === true || senseOf(atom, 'number') !== undefined) return true;
  const relation = senseOf(atom, 'relation')?.v;
  if (relation !== undefined) return !TOLD.has(relation) && atom.senses.every(({ k }) => k === 'relation');
  if (atom.senses.some(({ k }) => EMPTY.has(k))) return false;
  return atom.senses.length > 0 || (formOf(atom.text).content && !/^(?:goods|stuff|ones?|new)$/.test(atom.text));
}

import { type Atom, senseOf } from './atoms.ts';
import { isFiller } from './clause.ts';

/** What a part of may be asked for. */
const isCounted = (atom: Atom) =>
  senseOf(atom, 'noun')?.plural === true ||
  senseOf(atom, 'action')?.form === 'deed' ||
  ['category', 'type'].includes(senseOf(atom, 'value')?.v.kind ?? '');
/** Names of which there are shares to trade. */
const isTraded = (atom: Atom) =>
  ['property', 'address', 'neighborhood'].includes(senseOf(atom, 'value')?.v.kind ?? '') ||
  senseOf(atom, 'field')?.of === 'share' ||
  senseOf(atom, 'pronoun')?.v === 'me';
const REACH = 4;

/** Reads "share of passed inspections" as their percentage. A share of one property is a share to trade. */
export function asPercentage(atoms: readonly Atom[]): readonly Atom[] {
  const at = atoms.findIndex((atom, n) => /^(?:the )?share$/.test(atom.text) && atoms[n + 1]?.text === 'of');
  const [share, of] = atoms.slice(at, at + 2);
  if (at < 0 || share === undefined || of === undefined) return atoms;
  const behind = atoms.slice(at + 2);
  const counted = behind
    .filter((atom) => !isFiller(atom))
    .slice(0, REACH)
    .some(isCounted);
  const opens = atoms
    .slice(0, at)
    .every((atom) => isFiller(atom) || senseOf(atom, 'ask') || senseOf(atom, 'auxiliary'));
  if (!counted || !opens || behind.some(isTraded)) return atoms;
  const asked: Atom = {
    ...share,
    end: of.end,
    raw: `${share.raw} ${of.raw}`,
    text: 'share of',
    senses: [{ k: 'ask', v: 'percentage' }],
  };
  return [...atoms.slice(0, at), asked, ...behind];
}

import { type Atom, senseOf } from './atoms.ts';
import { isFiller } from './clause.ts';

/** Verbs that mean little by themselves, and another thing together with a particle: "turned out", "went up". */
const LIGHT = /^(?:go|goes|went|gone|going|come|came|get|gets|got|turn|turned|look|looked|looking)$/;
const PARTICLE = /^(?:up|down|off|out|over|back)$/;
/** "Nobody else", "never again": about all others, or all that followed. */
const LIMITS = /^(?:nobody|no one|none|nothing|never|nowhere)$/;
const ONLY = /^(?:only|just|exclusively|solely)$/;

/**
 * Returns words that say nothing alone, and something together with the word beside them: a verb with its particle, and "only" before
 * what did something. No query holds their meaning.
 */
export function strayWords(atoms: readonly Atom[]): Set<Atom> {
  const stray = new Set<Atom>();
  atoms.forEach((atom, at) => {
    const next = atoms[at + 1];
    // "Nobody but X": nobody else, and not "but".
    if (atom.text === 'but' && /^(?:nobody|no one|none|nothing)$/.test(atoms[at - 1]?.text ?? '')) stray.add(atom);
    if (/^(?:else|again)$/.test(atom.text) && LIMITS.test(atoms[at - 1]?.text ?? '')) stray.add(atom);
    if (next === undefined || !isFiller(atom)) return;
    // "Turned out faulty" only states that it is.
    if (senseOf(atoms[at + 2], 'relation')?.v === 'recall') return;
    if (LIGHT.test(atom.text) && PARTICLE.test(next.text) && isFiller(next))
      for (const one of [atom, next]) stray.add(one);
    if (ONLY.test(atom.text) && excludesOthers(atoms, at)) stray.add(atom);
  });
  return stray;
}

/** "Only handled by X", "shipped only by X": by nobody else. "Only those by X" narrows down a list. */
function excludesOthers(atoms: readonly Atom[], at: number): boolean {
  const behind = atoms.slice(at + 1).filter((atom) => !isFiller(atom));
  const [first, second] = behind;
  const isBy = (atom: Atom | undefined) => senseOf(atom, 'preposition')?.v === 'by';
  const isDone = senseOf(first, 'action')?.form === 'verb' || senseOf(first, 'relation') !== undefined;
  const isVerb = atoms.slice(0, at).some((atom) => senseOf(atom, 'action') ?? senseOf(atom, 'auxiliary'));
  return (isBy(first) && isVerb) || (isDone && isBy(second));
}

import type { Query } from '#domains/assistant/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { type Annotated, annotate, type Correction } from './annotate.ts';
import { type Atom, senseOf } from './atoms.ts';
import { domainOf } from './choose-domain.ts';
import { type Clause, isAside, isFiller } from './clause.ts';
import { conclude } from './conclude.ts';
import { type Fragment, fragmentOf } from './fragment.ts';
import { type Intention, intentionOf } from './intentions.ts';
import type { KnownNames } from './known-names.ts';
import type { Domain } from './lexicon/domain-nouns.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { readClause } from './read-clause.ts';
import { reopen } from './reopen.ts';
import { splitClauses } from './split-clauses.ts';
import { strayWords } from './stray-words.ts';
import { dropUnasked, takeBackSilent } from './take-back.ts';
import { formOf } from './word-forms.ts';

/** The interpretation of a message: one part for each question in it. */
export type Understanding = {
  readonly parts: readonly Part[];
  readonly corrections: readonly Correction[];
  /** False if the message has more words than could be compared with misspelled names. */
  readonly complete: boolean;
};

export type Part =
  | {
      readonly kind: 'question';
      readonly text: string;
      readonly query: Query | undefined;
      /** Its query if its id is that of a property: both kinds may look alike. */
      readonly asProperty?: Query | undefined;
      readonly fragment: Fragment;
      readonly ignored: readonly string[];
      /** Words that no domain lists: a name, or a subject that only the guide covers. */
      readonly unfamiliar: readonly string[];
      /** Whether it names or refers to an asset, a participant, a block, a property, a batch or a quote. */
      readonly namesData: boolean;
    }
  | { readonly kind: 'intention'; readonly text: string; readonly intention: Intention };

type Known = { lexicon: Lexicon; names: KnownNames; now: number; previous?: Domain | undefined };

/** Interprets a message. Looks nothing up. */
export function understand(message: string, of: Known): Understanding {
  const corrects = CORRECTS.exec(message)?.[0] ?? '';
  if (corrects === '' || corrects.length === message.length) return interpret(message, of);
  const corrected = interpret(message.slice(corrects.length), of);
  const [first, ...others] = corrected.parts;
  if (first?.kind !== 'question') return corrected;
  return { ...corrected, parts: [{ ...first, fragment: { ...first.fragment, continues: true } }, ...others] };
}

/** "I meant HLX-2026-004", "sorry, in Oslo": the following text replaces a part of the previous question. */
const CORRECTS =
  /^(?:(?:oh|ah|oops|wait|hm+|no|nope|sorry|actually|my mistake|my bad)\b(?:\s*[,.!:;-]+\s*|\s+(?=\S*\d|(?:in|at|from|by|for|i|rather|instead|make|not|no|sorry)\b))){0,3}(?:(?:i (?:meant|mean|was asking about|am asking about)|make (?:that|it)|rather|instead|correction|not that one)\b[\s,.:!-]*(?:to say\s+)?)?/i;

function interpret(message: string, of: Known): Understanding {
  // Abbreviations that end no sentence.
  const tag = TAG.exec(message)?.[0].length ?? 0;
  const stated = tag === 0 ? message : message.slice(0, -tag);
  // "It isn't in Paris, is it?" asks whether it is.
  const spoken = AFFIRMS.test(message.slice(message.length - tag)) ? withoutNegation(stated) : stated;
  const text = blankCorrected(
    spoken.replaceAll(
      /\b(?:i\.e\.|e\.g\.|(?:no|nr)\.(?= (?:of|for|is)\b| ?\d)|(?:approx|max|min|incl|vs|resp)\.(?= ))/gi,
      (written) => ' '.repeat(written.length),
    ),
  );
  const { atoms, corrections, complete } = annotate(text, of);
  const whole = intentionOf(message, atoms);
  if (whole !== undefined)
    return { parts: [{ kind: 'intention', text: message, intention: whole }], corrections, complete };
  let { previous } = of;
  const within = new Map<Domain, Annotated>();
  const annotateWithin = (domain: Domain) => {
    const annotated = within.get(domain) ?? annotate(spoken, { ...of, lexicon: of.lexicon.within(domain) });
    within.set(domain, annotated);
    return annotated;
  };
  const parts = splitClauses(text, atoms)
    .slice(0, 4)
    .map((part) => {
      const domain = domainOf(part, { lexicon: of.lexicon, previous });
      previous = domain;
      const [start, end] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0];
      const inPart = ({ atoms: all }: Annotated) => all.filter((atom) => atom.start >= start && atom.end <= end);
      const tagged = tag > 0 && part.every((atom) => senseOf(atom, 'ask') === undefined);
      if (domain !== undefined) return readPart(message, inPart(annotateWithin(domain)), domain, tagged);
      const named = part.some((atom) => senseOf(atom, 'value')?.v.kind === 'neighborhood');
      const read = readPart(
        message,
        named ? inPart(annotate(spoken, { ...of, withoutNeighborhoods: true })) : part,
        undefined,
        tagged,
      );
      const property = mayNameProperty(part) ? propertyQuery(inPart(annotateWithin('registry'))) : undefined;
      return property === undefined ? read : { ...read, asProperty: property };
    });
  const [only, ...others] = within.values();
  return { parts, corrections: only !== undefined && others.length === 0 ? only.corrections : corrections, complete };
}

const AFFIRMS = /^\s*[,;-]\s*(?:is|are|was|were|has|have|does|did) (?:it|they)\b/i;

/** Blanks the negation of a statement. Positions stay the same. */
const withoutNegation = (text: string) =>
  text.replace(/(?<=\b(?:is|are|was|were|has|have|does|did))(?:n't| not)\b/i, (written) => ' '.repeat(written.length));

/** "X is delivered, right?": a statement to be confirmed. Of a question that names nothing else, "correct" is a part. */
const TAG =
  /(?<=\S\s+\S+)\s*[,;-]\s*(?:(?:is (?:that|this|it) )?(?:correct|right|true)|(?:is|are|was|were|has|have|does|did)n'?t (?:it|they|he|she)(?=\s*\?*\s*$)|(?:is|are|was|were|has|have|does|did) (?:it|they)|yes or no|yes|no|or not|or)\s*\?+\s*$|(?<=\S\s+\S+)\s*,\s*(?:is|are|was|were|has|have|does|did)n'?t (?:it|they)\s*$/i;

/** Blanks the text that the writer took back: "who sent A… sorry, who returned B". Positions stay the same. */
function blankCorrected(message: string): string {
  const found =
    /(?:\.{2,}|[…,;-])\s{0,3}(?:sorry|i mean|i meant|no wait|scratch that|correction)[,:]?\s{1,3}(?=\S{1,40}\s\S)/i.exec(
      message,
    );
  if (found === null) return message;
  const kept = found.index + found[0].length;
  return ' '.repeat(kept) + message.slice(kept);
}

const idOfAsset = (atom: Atom) => {
  const value = senseOf(atom, 'value')?.v;
  return value?.kind === 'asset' && atom.quoted !== true ? value.value.toUpperCase() : undefined;
};

/** Reports whether the only id of a clause has the form of a property's, without any event of goods. */
function mayNameProperty(atoms: readonly Atom[]): boolean {
  const [id, ...others] = atoms.flatMap((atom) => idOfAsset(atom) ?? []);
  const goods = atoms.some(
    (atom) => senseOf(atom, 'action')?.of === 'event' || senseOf(atom, 'value')?.v.kind === 'batch',
  );
  return id !== undefined && others.length === 0 && !goods && PropertyId.safeParse(id).success;
}

function propertyQuery(atoms: readonly Atom[]): Query | undefined {
  const read = atoms.map((atom): Atom => {
    const value = idOfAsset(atom);
    return value === undefined ? atom : { ...atom, senses: [{ k: 'value', of: '', v: { kind: 'property', value } }] };
  });
  const clause = readClause(read, 'registry');
  const query = conclude(clause);
  const isWhole = read.every((atom, at) => clause.used.has(atom) || isFiller(atom) || isAside(read, at));
  return isWhole ? query : undefined;
}

function readPart(message: string, atoms: readonly Atom[], domain?: Domain, tagged = false): Part {
  const text = message.slice(atoms[0]?.start ?? 0, atoms.at(-1)?.end ?? 0);
  const clause = readClause(atoms, domain, tagged);
  const query = conclude(clause);
  reopen(clause, query);
  takeBackSilent(clause, query);
  dropUnasked(clause, query);
  const stray = query?.subject === 'chain' ? new Set<Atom>() : strayWords(atoms);
  const ignored = atoms
    .filter(
      (atom, at) =>
        stray.has(atom) ||
        (query?.subject !== 'chain' && isJudged(clause, atom, at)) ||
        // "And why": no previous question has a reason, or it would name it.
        (query === undefined && senseOf(atom, 'ask')?.v === 'why') ||
        (!clause.used.has(atom) && !isFiller(atom) && !isAside(atoms, at)),
    )
    .map(({ raw }) => raw);
  const unfamiliar = atoms.filter(({ senses }) => senses.length === 0).map((atom) => atom.text);
  const fragment = fragmentOf(clause, query);
  return {
    kind: 'question',
    text,
    query,
    fragment,
    ignored,
    unfamiliar,
    namesData: atoms.some((atom, at) => namesData(atom) && !refersWithin(atoms, at)),
  };
}

/** "Is block 12 ok": part of the question, not thanks. */
const isJudged = ({ yesNo, atoms }: Clause, { text }: Atom, at: number) =>
  yesNo === true &&
  at === atoms.length - 1 &&
  /^(?:ok|okay|good|great|perfect|excellent|nice|alright|fine)$/.test(text) &&
  senseOf(atoms[at - 1], 'talk') === undefined;

/** "I want a new password, where do I set it": the pronoun stands for what was named before, which is no data. */
const refersWithin = (atoms: readonly Atom[], at: number) =>
  senseOf(atoms[at], 'pronoun')?.v === 'it' &&
  atoms.slice(0, at).some(({ senses, text }) => senses.length === 0 && formOf(text).content);

const namesData = (atom: Atom) =>
  atom.quoted === true ||
  (['it', 'them'].includes(senseOf(atom, 'pronoun')?.v ?? '') && atom.text !== 'the same') ||
  ['asset', 'participant', 'block', 'property', 'address', 'batch', 'hash'].includes(
    senseOf(atom, 'value')?.v.kind ?? '',
  );

import { type Atom, senseOf } from './atoms.ts';
import { leftOver } from './left-over.ts';
import { fold } from './normalise.ts';

/** The values that a message states for an event to record. Omitted values are not stated. */
export type ProposedEvent = {
  readonly user?: string;
  readonly action?: string;
  readonly assetId?: string;
  readonly location?: string;
  readonly to?: string;
  readonly refers: boolean;
  /** Whether it names an asset that is new, whose ID the form asks for. */
  readonly isNew: boolean;
  /** Stated values without a field in the form. */
  readonly rest: readonly string[];
};

export type ProposedParticipant = { readonly user?: string; readonly role?: string };

/** Reads an event exactly as stated. */
export function readProposedEvent(message: string, atoms: readonly Atom[]): ProposedEvent {
  const folded = fold(message);
  const [asset, ...otherAssets] = valuesOf(atoms, 'asset');
  const named = nameIn(message);
  const action = actionIn(folded, atoms);
  const isNew =
    asset === undefined && (action === 'manufactured' || /\b(?:new|another)\b/.test(folded)) && atoms.some(isGoods);
  const assetId =
    senseOf(asset, 'value')?.v.value ??
    (isNew || /\b(?:asset|item|lot|crate)\b/.test(folded) ? (named ?? tokenAfterGoods(message)) : undefined);
  const people = peopleIn(message, atoms);
  const { places, group } = withoutGroup(placesIn(message, atoms));
  const arrives = action === 'delivered' || action === 'received';
  // "Came in at Bergen": only the second preposition belongs to the place.
  const location = (places.in ?? (arrives ? places.to : places.from) ?? places.beside)?.replace(
    /^(?:at|in|to|from|near) /i,
    '',
  );
  // A username may be unknown yet; a place never has a dash and no capital.
  const to =
    people.to ?? (places.to !== location && /^[a-z\d]+(?:-[a-z\d]+)+$/.test(places.to ?? '') ? places.to : undefined);
  const rest = [
    group,
    /\b(?:called|named)\b/.test(folded) && named !== assetId && named !== location ? named : undefined,
    ...[places.from, places.to].filter((one) => one !== location && one !== to),
    ...people.rest,
    ...otherAssets.map(({ raw }) => raw),
    ...valuesOf(atoms, 'period')
      .filter(({ text }) => !/^(?:today|now|just now)$/.test(text))
      .map(({ raw }) => raw),
  ].filter((one) => one !== undefined);
  const held = [assetId, location, to, people.user, named, group, places.in, places.from, places.to, places.beside];
  rest.push(...leftOver(message, atoms, [...held, ...rest]));
  return {
    ...given({ user: people.user, action, assetId, location, to }),
    refers: asset === undefined && !isNew && /\b(?:it|them|this|that|this asset|that asset)\b/.test(folded),
    isNew,
    rest: [...new Set(rest)],
  };
}

/** "In batch B-7" is no place. */
function withoutGroup(found: Places): { places: Places; group?: string } {
  const { in: within, ...others } = found;
  return within !== undefined && /^(?:batch|charge|category)\b/i.test(within)
    ? { places: others, group: within }
    : { places: found };
}

const valuesOf = (atoms: readonly Atom[], kind: string) =>
  atoms.filter((atom) => senseOf(atom, 'value')?.v.kind === kind);
const wordBefore = (message: string, atom: Atom) =>
  message.slice(0, atom.start).replaceAll('"', '').trimEnd().split(/\s+/).at(-1)?.toLowerCase() ?? '';

/** The participant that acted, the one addressed, and those that the form has no field for. */
function peopleIn(message: string, atoms: readonly Atom[]): { user?: string; to?: string; rest: readonly string[] } {
  const found: { user?: string; to?: string; rest: string[] } = { rest: [] };
  for (const atom of valuesOf(atoms, 'participant')) {
    const username = senseOf(atom, 'value')?.v.value ?? '';
    const word = wordBefore(message, atom);
    // "Record a receipt for kivu-coffee" is on its behalf, "send it for" to it.
    const onBehalf = word === 'for' && /\b(?:record|log|note|enter|add|book)\b/i.test(message.slice(0, atom.start));
    if (onBehalf) found.user = username;
    else if (/^(?:to|for)$/.test(word) && found.to === undefined) found.to = username;
    else if (!/^(?:to|for|from|at|with|in)$/.test(word) && found.user === undefined) found.user = username;
    else found.rest.push(atom.raw);
  }
  return found;
}

/** Verbs whose particle determines the action: goods are booked in or out, checked in or out. */
const PARTICLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:book|check|sign)\w*\b(?: [^\s]+){0,4} out\b/, 'shipped'],
  [/\b(?:book|check|sign|take)\w*\b(?: [^\s]+){0,4} in\b(?! [a-z]+ed\b)/, 'received'],
  [/\bsign\w* for\b/, 'received'],
  [/\b(?:got|collected|picked up|took over|unloaded)\b/, 'received'],
  [/\b(?:drop\w*(?: [^\s]+){0,4} off|hand\w*(?: [^\s]+){0,4} over)\b/, 'delivered'],
];

/** An asset, or what goods are packed in. Elsewhere those words belong to attributes, such as the number of a pallet. */
export const isGoods = (atom: Atom) =>
  (senseOf(atom, 'noun')?.v === 'asset' && senseOf(atom, 'noun')?.plural !== true) ||
  /^(?:pallet|carton|drum|box|container|barrel|bag|sack|roll|bundle)$/.test(atom.text);

/** Returns the action that the arrival or departure of goods stands for. */
export function arrivalOf(atom: Atom): 'received' | 'shipped' | undefined {
  const relation = senseOf(atom, 'relation')?.v;
  if (relation === 'arrive' || /^reach(?:ed)?$/.test(atom.text)) return 'received';
  return relation === 'leave' ? 'shipped' : undefined;
}

/** The action that is stated. A verb of recording states none, unless an asset is created. */
function actionIn(folded: string, atoms: readonly Atom[]): string | undefined {
  const all = atoms.flatMap((atom) => {
    const sense = senseOf(atom, 'action');
    const notes =
      /^(?:make|making)$/.test(atom.text) && /^ (?:a |an )?(?:note|record|log)\b/.test(folded.slice(atom.end));
    return sense === undefined || sense.of !== 'event' || notes ? [] : [{ sense, atom }];
  });
  const isNoun = (atom: Atom) => senseOf(atom, 'noun')?.v === 'asset' || senseOf(atom, 'value')?.v.kind === 'asset';
  const others = all.filter(({ atom }) => senseOf(atom, 'write') === undefined);
  const stated = others.find(({ atom }) => !/^mak/.test(atom.text)) ?? others[0];
  if (stated !== undefined) return stated.sense.v;
  const created = all.find(({ atom }) => /^(?:create|make)/.test(atom.text) && atoms.some(isNoun));
  if (created !== undefined) return created.sense.v;
  const particle = PARTICLES.find(([pattern]) => pattern.test(folded));
  if (particle !== undefined) return particle[1];
  const arrival = atoms.map(arrivalOf).find((one) => one !== undefined);
  if (arrival !== undefined) return arrival;
  const adds = atoms.some((atom) => /^(?:add|register|enter|set up|enrol|enroll|new|onboard)$/.test(atom.text));
  const event = atoms.some((atom) => senseOf(atom, 'noun')?.v === 'event');
  return adds && !event && atoms.some(isGoods) ? 'manufactured' : undefined;
}

/** "In good shape", "in time", "at 5 degrees": a manner, not a place. */
const NO_PLACE =
  /\b(?:shape|condition|order|time|total|full|person|parts?|pieces|degrees?|percent)$|^\d+(?:[.,]\d+)?(?: ?(?:c|°c|%))?$/i;

type Places = { in?: string; from?: string; to?: string; beside?: string };

/** A place ends at the next preposition, at a mark, or with the phrase. */
const PLACE =
  /\b([Ii]n|[Aa]t|[Ff]rom|[Tt]o|[Ii]nto|[Nn]ear|[Ll]eft|[Ll]eaving|[Rr]eached|[Ll]ocation|[Pp]lace)(?:\s+is|:)?\s+(?:the\s+)?("[^"]{1,100}"|[^\s,.;:!?"][^;:!?",]{0,80}?)(?=\s+(?:in|at|from|to|by|on|and|with|as|for|today|yesterday|that|was|is|has|now|via|please|just)\b|\s+[-–]\s|\s*[,;:!?]|\.\s|\.?$)(,\s*\p{Lu}[\p{L} ]{1,40}?(?=[,.;!?]|$))?/gu;

/** Reads the places after "in", "at", "from" and "to", and a name next to the asset: "NLA-2026-02, Bergen". */
function placesIn(message: string, atoms: readonly Atom[]): Places {
  const found: Places = {};
  const kinds = ['participant', 'asset', 'period', 'block', 'batch', 'role', 'status', 'category'];
  const taken = (start: number, end: number) =>
    atoms.some(
      (atom) =>
        atom.start < end &&
        atom.end > start &&
        (kinds.includes(senseOf(atom, 'value')?.v.kind ?? '') || senseOf(atom, 'pronoun') || senseOf(atom, 'action')),
    );
  for (const { 0: all, 1: word = '', 2: phrase = '', 3: region = '', index } of message.matchAll(PLACE)) {
    const at = index + all.length - region.length - phrase.length;
    if (taken(at, at + phrase.length) || NO_PLACE.test(phrase)) continue;
    const key = /^(?:from|left|leaving)$/i.test(word) ? 'from' : /^(?:to|into|reached)$/i.test(word) ? 'to' : 'in';
    found[key] ??= `${phrase.replaceAll('"', '').trim()}${region.trimEnd()}`;
  }
  const last = /,?\s+(\p{Lu}\p{L}+(?: \p{Lu}?\p{L}+){0,3})[.!]?$/u.exec(message);
  const [asset] = valuesOf(atoms, 'asset');
  if (last?.[1] !== undefined && asset !== undefined && last.index >= asset.end && !taken(last.index, message.length))
    found.beside = last[1];
  return found;
}

/** Reads a participant exactly as stated: its name follows "called", is in quotes, or is next to its role. */
export function readProposedParticipant(message: string, atoms: readonly Atom[]): ProposedParticipant {
  const role = senseOf(valuesOf(atoms, 'role')[0], 'value')?.v.value;
  const user = nameIn(message) ?? nameBeside(message, atoms);
  return given({ user, role });
}

const ADDS = 'add|register|create|onboard|enrol|enroll|sign up|set up|enter|new|record|book';
const KINDS = 'a|an|the|new|another|participant|company|partner|firm|supplier|business|member|account|user';
const NAME = '([A-Za-z\\d][\\w-]{1,63})';

/** A name between "add" and "as", or one with a dash or a digit after the verb or the kind of participant. */
function nameBeside(message: string, atoms: readonly Atom[]): string | undefined {
  const roles = valuesOf(atoms, 'role').map(({ raw }) => raw.toLowerCase());
  const kinds = [KINDS, ...roles.map((role) => role.replaceAll(/[^\w ]/g, ''))].join('|');
  const isKind = new RegExp(`^(?:${kinds}|as|for|me|us|please|with|in|to)$`, 'i');
  const patterns = [
    `\\b(?:${ADDS})\\s+(?:(?:${kinds})\\b:?\\s*)*${NAME}(?:\\s*,)?\\s+(?:as|in the role|with (?:the )?role|role|to be|\\(|[-–] )`,
    `\\b(?:${ADDS})\\s+(?:(?:${kinds})\\b:?\\s*)*(?=[\\w-]*[-_\\d])${NAME}`,
    `\\b(?:${kinds})\\b:?\\s+(?=[\\w-]*[-_\\d])${NAME}`,
    `\\b(?:${kinds}):\\s*${NAME}`,
  ];
  const [, capitalized] =
    /\b(?:[Aa]dd|[Rr]egister|[Cc]reate|[Oo]nboard|[Ee]nroll?|[Ss]ign up)\s+((?:\p{Lu}[\w&.-]*\s+){1,4}?)(?:as|with|in)\b/u.exec(
      message,
    ) ?? [];
  if (capitalized !== undefined) return capitalized.trim();
  for (const pattern of patterns) {
    const name = new RegExp(pattern, 'i').exec(message)?.[1];
    if (name !== undefined && !isKind.test(name)) return name;
  }
  return undefined;
}

/** Returns the name after "called" or "named", or in quotes. Capitalized words after its first belong to it. */
function nameIn(message: string): string | undefined {
  const quoted =
    /\b(?:called|named|username|user name|with the name|by the name of|whose name is|name is|name)\s*:?\s*(?:is\s+)?["“'']([^"”'']{1,100})["”'']/i.exec(
      message,
    )?.[1];
  if (quoted !== undefined) return quoted;
  const plain =
    /\b(?:called|named|with (?:the )?(?:user ?)?name|by the name of|(?:whose|its|the) (?:user ?)?name is|(?:user ?)?name:|username:?)\s+([A-Za-z\d][\w.-]{0,99}\w)/i.exec(
      message,
    );
  if (plain === null) return /["“]([^"”]{1,100})["”]/.exec(message)?.[1];
  const more = /^(?:\s+\p{Lu}[\w-]*)+/u.exec(message.slice(plain.index + plain[0].length))?.[0] ?? '';
  return `${plain[1] ?? ''}${more}`;
}

/** An ID in an unusual form that follows the kind of goods: "add asset crate7". */
const tokenAfterGoods = (message: string) =>
  /\b(?:asset|item|lot|crate)\s+(?:id\s+|no\.?\s+|number\s+)?((?=[\w-]*\d)[A-Za-z\d][\w-]{1,63})/i.exec(message)?.[1];

function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

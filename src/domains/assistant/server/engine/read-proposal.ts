import { type Atom, senseOf } from './atoms.ts';

/** What a message states of an event to record. Left out: not stated. */
export type ProposedEvent = {
  readonly user?: string;
  readonly action?: string;
  readonly assetId?: string;
  readonly location?: string;
  readonly to?: string;
  readonly refers: boolean;
  /** Stated, and no field of the form. */
  readonly rest: readonly string[];
};

export type ProposedParticipant = { readonly user?: string; readonly role?: string };

/** Reads an event exactly as stated. */
export function readProposedEvent(message: string, atoms: readonly Atom[]): ProposedEvent {
  const valueAt = (kind: string) => atoms.find((atom) => senseOf(atom, 'value')?.v.kind === kind);
  const asset = valueAt('asset');
  const named = nameIn(message);
  const assetId =
    senseOf(asset, 'value')?.v.value ?? (/\b(?:asset|item|lot|crate)\b/i.test(message) ? named : undefined);
  const action = actionIn(atoms);
  const people = atoms.filter((atom) => senseOf(atom, 'value')?.v.kind === 'participant');
  const after = (atom: Atom) => message.slice(0, atom.start).trimEnd().split(/\s+/).at(-1)?.toLowerCase() ?? '';
  const usernameOf = (atom: Atom | undefined) => senseOf(atom, 'value')?.v.value;
  const to = usernameOf(people.find((atom) => /^(?:to)$/.test(after(atom))));
  const user = usernameOf(people.find((atom) => !/^(?:to|from)$/.test(after(atom))));
  const place = placesIn(message, atoms);
  const arrives = action === 'delivered' || action === 'received';
  const location = place.in ?? (arrives ? place.to : place.from);
  const rest = [arrives ? place.from : place.to].filter((one) => one !== undefined && one !== location) as string[];
  return {
    ...given({ user, action, assetId, location, to }),
    refers: asset === undefined && /\b(?:it|this asset|that asset)\b/i.test(message),
    rest,
  };
}

function actionIn(atoms: readonly Atom[]): string | undefined {
  const all = atoms.flatMap((atom) => {
    const sense = senseOf(atom, 'action');
    return sense === undefined || sense.of !== 'event' ? [] : [{ sense, atom }];
  });
  const creates = (atom: Atom) => senseOf(atom, 'write') !== undefined;
  const stated =
    all.find(({ atom }) => !creates(atom)) ??
    all.find(
      ({ atom }) =>
        atoms.indexOf(atom) >= 0 &&
        /^(?:create|make)/.test(atom.text) &&
        atoms.some((other) => senseOf(other, 'noun')?.v === 'asset' || senseOf(other, 'value')?.v.kind === 'asset'),
    );
  if (stated !== undefined) return stated.sense.v;
  const isNew =
    atoms.some((atom) => /^(?:add|register)$/.test(atom.text)) &&
    atoms.some((atom) => senseOf(atom, 'noun')?.v === 'asset');
  return isNew ? 'manufactured' : undefined;
}

/** Reads the places after "in", "at", "from" and "to", up to the next preposition or the end of the phrase. */
function placesIn(message: string, atoms: readonly Atom[]): { in?: string; from?: string; to?: string } {
  const found: { in?: string; from?: string; to?: string } = {};
  const taken = (start: number, end: number) =>
    atoms.some(
      (atom) =>
        atom.start < end &&
        atom.end > start &&
        ['participant', 'asset', 'period', 'block', 'batch'].includes(senseOf(atom, 'value')?.v.kind ?? ''),
    );
  const pattern =
    /\b(in|at|from|to|near)\s+(?:the\s+)?("[^"]{1,100}"|[^\s,.;!?"][^;!?"]{0,80}?)(?=\s+(?:in|at|from|to|by|on|and|with|as|for|today|yesterday|that|was|is|has|now|via)\b|\s*[;!?]|\.\s|\.?$)/gi;
  for (const { 0: all, 1: word = '', 2: phrase = '', index } of message.matchAll(pattern)) {
    const at = index + all.length - phrase.length;
    if (taken(at, at + phrase.length)) continue;
    const key = word.toLowerCase() === 'from' ? 'from' : word.toLowerCase() === 'to' ? 'to' : 'in';
    found[key] ??= phrase
      .replaceAll('"', '')
      .replace(/,\s*(?:and |please |kindly )?(?:please |record|log|note|add|register|book|enter)\b.*$/i, '')
      .trim();
  }
  return found;
}

/** Reads a participant exactly as stated: its name follows "called" or stands in quotes or before "as". */
export function readProposedParticipant(message: string, atoms: readonly Atom[]): ProposedParticipant {
  const role = atoms.map((atom) => senseOf(atom, 'value')).find((value) => value?.v.kind === 'role')?.v.value;
  const roles = new Set(
    atoms.filter((atom) => senseOf(atom, 'value')?.v.kind === 'role').map(({ raw }) => raw.toLowerCase()),
  );
  const unnamed = /^(?:a|an|the|new|another|participant|company|partner|firm|account|user|as|for|me|please)$/i;
  const positional =
    /\b(?:add|register|create|onboard|enrol|enroll|sign up)\s+(?:(?:a|an|the|new|another|participant|company|partner|firm)\s+)*([A-Za-z0-9][\w-]{1,63})\s+(?:as|in the role|with (?:the )?role)\b/i.exec(
      message,
    )?.[1] ??
    /\b(?:add|register|create|onboard|enrol|enroll)\s+((?=[\w-]*[-_\d])[A-Za-z0-9][\w-]{1,63})\b/i.exec(message)?.[1] ??
    /\b(?:participant|company|partner|firm|manufacturer|shipper|retailer|carrier|producer|shop|store|maker)\s+((?=[\w-]*[-_\d])[A-Za-z0-9][\w-]{1,63})\b/i.exec(
      message,
    )?.[1];
  const user =
    nameIn(message) ??
    (positional === undefined || unnamed.test(positional) || roles.has(positional.toLowerCase())
      ? undefined
      : positional);
  return given({ user, role });
}

/** Returns the name after "called" or "named", or in quotes. */
function nameIn(message: string): string | undefined {
  return (
    /\b(?:called|named|username|user name|with the name|by the name of|whose name is|name is|name)\s*:?\s*(?:is\s+)?["“'']([^"”'']{1,100})["”'']/i.exec(
      message,
    )?.[1] ??
    /\b(?:called|named|with (?:the )?(?:user ?)?name|by the name of|whose name is|username:?)\s+([A-Za-z0-9][\w.-]{0,99}\w)/i.exec(
      message,
    )?.[1] ??
    /["“]([^"”]{1,100})["”]/.exec(message)?.[1]
  );
}

function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

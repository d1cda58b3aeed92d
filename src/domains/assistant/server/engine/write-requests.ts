import { type Atom, senseOf } from './atoms.ts';
import { isFiller, isRole } from './clause.ts';
import { fold } from './normalise.ts';
import {
  arrivalOf,
  isGoods,
  type ProposedEvent,
  type ProposedParticipant,
  readProposedEvent,
  readProposedParticipant,
} from './read-proposal.ts';

/** A message that asks for a write. The assistant proposes those of events and participants, and refuses every other. */
export type WriteRequest =
  | { readonly kind: 'propose event'; readonly values: ProposedEvent }
  | { readonly kind: 'propose participant'; readonly values: ProposedParticipant }
  /** Specific: it names values, so that an explanation of how to do it would not be enough. */
  | { readonly kind: 'refuse'; readonly of: 'acts'; readonly isSpecific: boolean }
  | {
      readonly kind: 'change';
      readonly verb: 'change' | 'delete';
      readonly of: 'record' | 'participant';
      readonly block?: number | undefined;
      readonly assetId?: string | undefined;
      readonly participant?: string | undefined;
      readonly refers: boolean;
      /** The event from which the requested status would follow. */
      readonly event?: ProposedEvent;
    };

const OPENING =
  /^(?:(?:please|pls|kindly|(?:can|could|would|will) (?:you|u)|i (?:want|need|would like|have) to|i'd like to|we (?:want|need|would like|have) to|we'd like to|let's|lets|let us|let me|help me|now|ok|okay|yes|hey|hi|hello|just|quickly|and|then|also|so|go ahead and|cairn|perfect|great|thanks)(?: |, |,|: |! |\. ))*/;
/** Polite words that turn a sentence with a question mark into a request. */
const REQUESTS = /\b(?:you|u|want|need|like|please|pls|kindly)\b/;
const ADD =
  /^(?:add|record|log|enter|register|submit|create|book|onboard|enrol|enroll|note|capture|write down|put down|jot down|file|mark|flag|propose|sign up|set up|insert|post|report|document|confirm|acknowledge|check in|check out|make a (?:note|record|log)|put (?:[\w-]+ )?(?:down|as|in)|new|event:)(?![\w-])/;
const DO =
  /^(?:ship|send|dispatch|deliver|receive|accept|take in|return|manufacture|produce|make|inspect|send back|send out|bring back|quality[- ]check)\b/;
const CHANGE =
  /^(?:change|edit|modify|alter|update|rename|correct|fix|amend|rewrite|replace|undo|revert|restate|set|overwrite|move|adjust|roll back|take back)\b/;
const DELETE =
  /^(?:delete|remove|erase|wipe|drop|destroy|get rid of|purge|retract|cancel|scrap|unregister|deregister)\b/;
/** Actions that a person performs on a screen, and the assistant never performs. */
const ACTS =
  /^(?:buy|sell|transfer|approve|reject|hide|lock|unlock|pay|start|stop|restart|reboot|shut down|run|execute|e-?mail(?! address)|mail|call|phone|order|subscribe|upgrade|downgrade|grant|revoke|promote|ban|suspend|activate|deactivate|reset|hack|truncate|insert|deploy|export|import|download|upload|install|format|encrypt|decrypt|sign|issue|mint|burn|withdraw|deposit|give me (?:admin|access|rights|the role))\b/;

/** "We shipped …", "just received …", "kivu-coffee has delivered …": reported as done. */
const TOLD = /^(?:(?:we|i)(?:'ve| have)?(?: (?:just|now|already|today|also))* |just )/;
/** "We just got …": goods were taken in. */
const GOT =
  /^(?:(?:we|i)(?:'ve| have)?(?: (?:just|now|already|today|also))* |just )(?:got|collected|picked up|took over|unloaded)\b/;
/** A request to record that follows or precedes the event: "…, please record", "…, mark it as received". */
const ASIDE =
  /(?:^|[,.;:!] ?| - |\band )(?:(?:so|then|please|pls|kindly|can you|could you) )*(?:record|log|note|add|register|book|enter|mark|put)(?: (?:it|that|this|them))?(?: (?:down|in|as [\w -]{3,30}|on the (?:ledger|chain|record)))?(?:,? please)?$/;
/** Objects whose form is on another screen, which the guide names. */
const ELSEWHERE =
  /^(?:(?:log|record|report|note|book)s? (?:of|for|about)\b|(?:log|sign|check) ?(?:in|out|on)$|(?:create|add|register|set up|open|sign up)(?: for)? (?:a |an |my |me |another |new |our )*(?:account|login|profile|user account)\b|(?:register|sign up)(?: (?:me|myself|us|now|here))?$)/;

/** Returns the write that a message asks for. A question asks for none. */
export function writeRequestOf(message: string, all: readonly Atom[]): WriteRequest | undefined {
  const atoms = all.filter((atom) => !(isRole(atom) && isJoined(message, atom)));
  const folded = fold(message).trim();
  const said = folded.replace(/[.!?\s]+$/, '');
  const asked = said.replace(OPENING, '');
  const polite = said.slice(0, said.length - asked.length);
  if (/[,;.!?] (?:how|where)(?: (?:do|can|to|should)\b.*)?$/.test(said)) return undefined;
  if (/\?$/.test(folded) && !REQUESTS.test(polite)) return undefined;
  const names = (kind: string) => atoms.some((atom) => senseOf(atom, 'value')?.v.kind === kind);
  const happened =
    GOT.test(asked) || atoms.some((atom) => happens(atom) && !(senseOf(atom, 'write') && ADD.test(atom.text)));
  const event = (): WriteRequest => ({ kind: 'propose event', values: readProposedEvent(message, atoms) });
  const isAbout = names('asset') || /\b(?:it|them|this|that)\b/.test(asked);
  const told = ASIDE.test(said) || tells(asked, atoms) || (/\bjust $/.test(polite) && tells(`just ${asked}`, atoms));
  if (happened && isAbout && told && !asksSomething(asked)) return event();
  const sets = CHANGE.test(asked) && happened && names('asset') && /\b(?:to|as)\b|:/.test(asked);
  if (sets && !/\b(?:status|state|location|name|batch|category|history|record|event|block)\b/.test(asked))
    return event();
  const verb = DELETE.test(asked) ? 'delete' : CHANGE.test(asked) ? 'change' : undefined;
  if (verb !== undefined) return changeOf(verb, message, asked, atoms);
  if (ELSEWHERE.test(asked) && !(happened && /\bthat\b/.test(asked))) return undefined;
  if (ADD.test(asked)) return additionOf(message, asked, atoms, happened);
  if (ACTS.test(asked) && !opensWithTerm(atoms)) return actOf(message, atoms);
  return DO.test(asked) && isAbout && !asksSomething(asked) ? event() : undefined;
}

function additionOf(
  message: string,
  asked: string,
  atoms: readonly Atom[],
  happened: boolean,
): WriteRequest | undefined {
  const has = (kind: string) => atoms.some((atom) => senseOf(atom, 'value')?.v.kind === kind);
  const people = has('role') || /\b(?:participant|company|partner|firm|supplier|business|member)\b/.test(asked);
  const goods = has('asset') || (/\bevent\b/.test(asked) && !/\bevents\b/.test(asked)) || atoms.some(isGoods);
  if (has('property') || has('block')) return actOf(message, atoms);
  // "Confirm that the chain is intact" asks, and "new assets in January" lists.
  if (/^(?:confirm|acknowledge) (?:that|whether|if)\b/.test(asked)) return undefined;
  if (/^new\b/.test(asked)) {
    const [, word] = atoms.filter((atom) => !/^new$/.test(atom.text));
    if (word === undefined || has('period') || !(has('asset') || people)) return undefined;
  }
  if (people && !happened && !has('asset') && !/\b(?:event|asset)\b/.test(asked))
    return { kind: 'propose participant', values: readProposedParticipant(message, atoms) };
  // "Report on NLA-2026-02" is a request to read it.
  const reads = !happened && /^(?:report|document|file|post|confirm|flag|note)\b/.test(asked);
  if ((happened || goods) && !reads) return { kind: 'propose event', values: readProposedEvent(message, atoms) };
  return OTHER_OBJECT.test(asked) ? actOf(message, atoms) : undefined;
}

/** "Record a payment", "add a property": a write of something else. */
const OTHER_OBJECT =
  /^(?:add|record|enter|register|submit|create|enrol|enroll|insert|set up|report) (?:a|an|my|our|me|another|new)\b/;

/** "north-shop" names no shop. */
const isJoined = (message: string, { start, end }: Atom) =>
  /[\p{L}\d]-$/u.test(message.slice(0, start)) || /^-[\p{L}\d]/u.test(message.slice(end));

function actOf(message: string, atoms: readonly Atom[]): WriteRequest {
  const isSpecific =
    /\d|["“]|\bfor me\b/i.test(message) ||
    atoms.some((atom) => ['asset', 'participant', 'property', 'block'].includes(senseOf(atom, 'value')?.v.kind ?? ''));
  return { kind: 'refuse', of: 'acts', isSpecific };
}

/** Reports whether an atom states an event of goods. */
const happens = (atom: Atom) => senseOf(atom, 'action')?.of === 'event' || arrivalOf(atom) !== undefined;

const asksSomething = (asked: string) =>
  /^(?:who|whom|whose|what|which|when|where|why|how|did|do|does|has|have|had|is|are|was|were|will|may|can|should)\b|\b(?:who|when|where|how|which|to whom)\b/.test(
    asked,
  );

/** Reports whether a message begins with an action of its author. */
function tells(asked: string, atoms: readonly Atom[]): boolean {
  const opening = TOLD.exec(asked)?.[0];
  if (opening === undefined) return false;
  if (GOT.test(asked)) return true;
  const rest = asked.slice(opening.length);
  return atoms.some((atom) => happens(atom) && senseOf(atom, 'action')?.form !== 'deed' && rest.startsWith(atom.text));
}

function changeOf(
  verb: 'change' | 'delete',
  message: string,
  asked: string,
  atoms: readonly Atom[],
): WriteRequest | undefined {
  const value = (kind: string) =>
    atoms.map((atom) => senseOf(atom, 'value')).find((sense) => sense?.v.kind === kind)?.v.value;
  const block = value('block');
  const participant = value('participant');
  const about =
    block !== undefined ||
    value('asset') !== undefined ||
    value('hash') !== undefined ||
    /\b(?:block|event|asset|chain|ledger|history|record|shipment|deliver(?:y|ies)|receipt|entry|it|that|this|everything|all data|location|status|batch|anomal(?:y|ies)|lot|item|crate)s?\b/.test(
      asked,
    );
  const people =
    /\b(?:participant|company|retailer|shipper|manufacturer|user(?:name)?|display name|role)\b/.test(asked) ||
    (participant !== undefined && !about);
  if (!about && !people) return actOf(message, atoms);
  return {
    kind: 'change',
    verb,
    of: people && block === undefined && value('asset') === undefined ? 'participant' : 'record',
    ...(block === undefined ? {} : { block: Number(block) }),
    assetId: value('asset'),
    participant,
    refers: /\b(?:it|that|this)\b/.test(asked),
    ...(verb === 'change' ? eventFor(message, asked, atoms) : {}),
  };
}

/** "Set the status of X to delivered": the event that makes it so. */
function eventFor(message: string, asked: string, atoms: readonly Atom[]): { event?: ProposedEvent } {
  const names = atoms.some((atom) => senseOf(atom, 'value')?.v.kind === 'asset') || /\b(?:it|that|this)\b/.test(asked);
  if (!names || !/\b(?:status|state)\b/.test(asked) || !/\b(?:to|as)\b/.test(asked)) return {};
  const status = atoms.map((atom) => senseOf(atom, 'value')).find((value) => value?.v.kind === 'status')?.v.value;
  const event = readProposedEvent(message, atoms);
  const action = event.action ?? (status === 'in transit' ? 'shipped' : status);
  return action === undefined ? {} : { event: { ...event, action } };
}

/** Reports whether the first words are a term of several words, such as "issue price", and therefore not a command. */
function opensWithTerm(atoms: readonly Atom[]): boolean {
  const first = atoms.find((atom) => !isFiller(atom));
  return first?.text.includes(' ') === true && (senseOf(first, 'field') ?? senseOf(first, 'noun')) !== undefined;
}

import { type Atom, senseOf } from './atoms.ts';
import { isFiller } from './clause.ts';
import { fold } from './normalise.ts';
import { type WriteRequest, writeRequestOf } from './write-requests.ts';

/** A message that is not a question about data. */
export type Intention =
  | { readonly kind: 'talk'; readonly of: 'greeting' | 'thanks' | 'bye' | 'help' | 'self' | 'opinion' }
  | { readonly kind: 'refuse'; readonly of: 'override' | 'secrets' | 'outside' }
  | WriteRequest
  | {
      readonly kind: 'permission';
      readonly role?: string | undefined;
      readonly action?: string | undefined;
      readonly words: string;
    }
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'documents' };

const OVERRIDE =
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b(?: \w{1,20}){0,4} (?:instructions?|rules?|prompts?|guidelines|restrictions?|permissions?|policy|policies)\b|system prompt|jailbreak|developer mode|\bpretend\b|\bact as\b|you are now|roleplay|drop table|\bsudo\b|\bas (?:an )?admin\b|make me (?:an )?admin|\bfrom now on\b|\b(?:answer|reply|respond) (?:to )?(?:everything|every|all|each|only|always)\b|\balways (?:answer|say|reply|respond)\b|repeat after me|without permission|<script|union select|your instructions/;
const SECRETS =
  /private keys?|signing secret|secret keys?|\bsecrets?\b|api keys?|passwords? of|'s password|password hash|(?:another|other|someone else) .{0,20}(?:password|account|token)|access tokens?|bearer tokens?|credentials|env(?:ironment)? variables?|session tokens?|connection string|database url/;
const OUTSIDE =
  /\b(?:weather|poem|poetry|song|lyrics|joke|football|soccer|movie|film|recipe|president|election|politics|religion|bitcoin|stock market|translate|homework|horoscope|dating|girlfriend|boyfriend|capital of|python|javascript|write code|essay|novel|restaurant|hotel|flight|lottery|diet|medical advice|diagnos\w{0,6}|lawyer|sing|news|celebrity|meaning of life|sports?|love me|your opinion|who won|temperature outside|sing me|prime minister|population|tell me a story|stock price|predict|forecast|will it rain|horoscopes?)\b/;

/** Returns the intention of a message if it does not ask for an answer from data. */
export function intentionOf(message: string, atoms: readonly Atom[]): Intention | undefined {
  const folded = fold(message);
  if (OVERRIDE.test(folded)) return { kind: 'refuse', of: 'override' };
  if (SECRETS.test(folded) && !/^(?:how|where) (?:do|can|to)\b/.test(folded)) return { kind: 'refuse', of: 'secrets' };
  const code = atoms.map((atom) => senseOf(atom, 'value')).find((value) => value?.v.kind === 'code')?.v.value;
  if (code !== undefined) return { kind: 'error', code };
  const talk = talkOf(atoms);
  if (talk !== undefined) return talk;
  if (
    OUTSIDE.test(folded) &&
    !atoms.some((atom) =>
      ['asset', 'participant', 'block', 'property', 'address'].includes(senseOf(atom, 'value')?.v.kind ?? ''),
    )
  )
    return { kind: 'refuse', of: 'outside' };
  if (OPINION.test(folded)) return { kind: 'talk', of: 'opinion' };
  return writeRequestOf(message, atoms) ?? helpOf(folded, atoms) ?? selfOf(folded, atoms);
}

/** Advice, opinions and hypothetical questions, which no record answers. */
const OPINION =
  /^(?:(?:so|and|hey|ok|well),? )?(?:should (?:i|we) (?!have to)(?:really |better |just )?\w+ (?=.*[a-z]-?\d)|(?:what )?do you (?:think|believe|recommend|suggest|prefer)\b|what would you\b|would you (?:recommend|suggest|prefer|buy|say)\b|is it (?:a good idea|worth|wise|smart|better)\b|what if (?:i|we) .*[a-z]-?\d)/;

/** "Are you conscious?", "who made you": about the assistant, and nothing that the ledger or a domain names. */
function selfOf(folded: string, atoms: readonly Atom[]): Intention | undefined {
  const asks =
    /^(?:(?:so|and|hey|ok|well),? )?(?:(?:are|were|do|did|would|will|have|can|could) (?:you|u)\b(?! (?:know|have|see|tell|show|list|find|give|got|help|explain))|who (?:made|built|created|wrote|programmed|owns|trained) you\b|what(?:'s| is) your\b|how old are you|i (?:love|like|hate) you\b|you(?:'re| are) )/;
  const isAboutData = atoms.some(
    (atom) =>
      senseOf(atom, 'value') !== undefined ||
      senseOf(atom, 'noun') !== undefined ||
      senseOf(atom, 'field') !== undefined ||
      senseOf(atom, 'topic') !== undefined,
  );
  const offers =
    /^(?:can|could|do|will|would|are) you (?:able to |going to |allowed to )?(?:also )?(?:record|add|write|change|delete|edit|register|create|enter|modify)\b/;
  return (asks.test(folded) && !isAboutData) || offers.test(folded) ? { kind: 'talk', of: 'self' } : undefined;
}

function talkOf(atoms: readonly Atom[]): Intention | undefined {
  const content = atoms.filter((atom) => !isFiller(atom));
  if (content.length === 0) return undefined;
  if (atoms.some((atom) => senseOf(atom, 'topic')?.v === 'abilities') && content.length <= 3)
    return { kind: 'talk', of: 'help' };
  const talk = content.flatMap((atom) => senseOf(atom, 'talk')?.v ?? []);
  // "Cheers mate": a word that no domain lists addresses the assistant.
  const others = content.filter((atom) => senseOf(atom, 'talk') === undefined);
  const isAddressed =
    talk.length >= others.length && others.every(({ senses, raw }) => senses.length === 0 && !/\d/.test(raw));
  if (talk.length > 0 && isAddressed) return { kind: 'talk', of: talk[0] ?? 'help' };
  return undefined;
}

const HOW =
  /^(?:how to|how (?:do|can|could|would|should|does|must) (?:i|we|one|you|a|an|the|my|our|people|users?|somebody|someone|anyone)\b|how (?:is|are) (?:a |an |the )?(?:\w+ )?(?:\w+ ){0,2}(?:sold|bought|traded|paid|issued|transferred|invited|recorded|added|created|corrected|shipped|verified|calculated|computed|signed|billed|validated|registered|stored|secured)|(?:the )?ways? (?:to|of)|(?:what are |(?:what|which) )?(?:the )?steps|guide|tutorial|instructions?|explain|where (?:do|can) (?:i|we)|what (?:do|must|should) (?:i|we) (?:need|do)|i forgot|forgot|what happens (?:if|when)|what if|help me|can (?:i|we)(?! (?:trust|rely on|believe|be sure))|could (?:i|we)|may (?:i|we)|(?:can|could|may) (?:someone|somebody|anyone|anybody|everyone|everybody)|am i allowed|is it possible|do (?:i|we) (?:need|have) to|must i|should i|i want to|i'd like to|i would like to|i need to|why (?:can|can't|cannot|do|does|is|am|are|was|did))\b/;
/** "Can a block be deleted?" asks what is possible at all. */
const PASSIVE = /^(?:can|could|may|must|should) (?:a|an|the|any|some|my|our|old|single|\w+s)\b.* (?:be|get) \w+/;
const ASKS_HOW =
  /^(?:and |but |so )?(?:how|how to|how (?:do|can|could|would|should) (?:i|we|you|one)\b.*|what (?:do|should|can) i do|what (?:now|then|next)|where (?:do|can|should) (?:i|we)\b.*)$/;
const TERM =
  /^(?:what is meant by|what is the meaning of|what counts as|what is called|what is|what's|whats|what are|define|definition of|meaning of|explain|what means)\s+(?!in |at |on |with |from |to |my |your |new\b|happening|there\b|up\b|(?:\w{2,20}(?:ed|ing)|kept|held|left) (?:in|at|near|with) )(?:(a|an|the)\s+)?["']?(.{2,60}?)["']?(?:\s+(?:mean|means|stand for|do))?(?:\s+here|\s+in cairn)?$/;

function helpOf(folded: string, atoms: readonly Atom[]): Intention | undefined {
  const asked = folded
    .replace(/[?.!]+$/, '')
    .replace(/^(?:hi|hello|hey|please|and|so|ok|okay|sorry|excuse me)[, ]+/, '');
  const names = atoms.some((atom) =>
    ['asset', 'participant', 'block', 'property', 'address', 'neighborhood', 'plan', 'batch', 'hash'].includes(
      senseOf(atom, 'value')?.v.kind ?? '',
    ),
  );
  const permission = permissionOf(asked, atoms);
  if (permission !== undefined && (!names || permission.role === 'mine')) return permission;
  if (/^(?:what is |what's |whats |explain )?the difference between\b|^difference between\b/.test(asked) && !names)
    return { kind: 'documents' };
  const meant =
    /^what (?:does|do|is) (?:(?:a|an|the|status|word|term) )*["']?(.{2,60}?)["']? (?:mean|means|stand for|supposed to mean)(?: (?:on|in|for|at|of|beside) (?:(?:an?|the|my|our) )?\w+)?$/.exec(
      asked,
    );
  if (meant?.[1] !== undefined && !names) return { kind: 'term', term: meant[1] };
  const [, does] = /^what (?:does|do) an? (.{2,40}?) do(?: here| exactly)?$/.exec(asked) ?? [];
  const job = atoms.map((atom) => senseOf(atom, 'value')).find((value) => value?.v.kind === 'role')?.v.value;
  if (does !== undefined && job !== undefined && !names) return { kind: 'permission', role: job, words: asked };
  if (does !== undefined && !names) return { kind: 'term', term: does };
  const term = TERM.exec(asked);
  if (term !== null && !names) {
    const [, article, words = ''] = term;
    const explains =
      /^(?:define|definition|meaning|what is meant|what is the meaning|what counts|what means|explain)/.test(asked) ||
      /(?:mean|means|stand for)$/.test(asked);
    const single =
      article === 'a' ||
      article === 'an' ||
      (article === undefined &&
        words.split(' ').length <= 3 &&
        !atoms.some((atom) => ['mine', 'me'].includes(senseOf(atom, 'pronoun')?.v ?? '') || senseOf(atom, 'pronoun')));
    if (explains || single) return { kind: 'term', term: words };
  }
  if (isAboutKinds(asked, atoms) && !names) return { kind: 'documents' };
  const views =
    /^(?:can|may|could) (?:i|we) (?:see|get|have|know|look|find|view|check|ask|list)\b|^i (?:want|need|would like|'d like) to (?:see|get|have|know|look|find|view|list)\b/.test(
      asked,
    );
  const pays = atoms.some((atom) => senseOf(atom, 'value')?.v.kind === 'method');
  const asksHow = HOW.test(asked) || PASSIVE.test(asked) || asked.split(/[.!?;,] /).some((part) => ASKS_HOW.test(part));
  // "Where do I get the cheapest share" asks for a fact.
  const ranks =
    /^where /.test(asked) && atoms.some((atom) => ['most', 'least'].includes(senseOf(atom, 'order')?.v ?? ''));
  if (asksHow && !names && !views && !pays && !ranks) return { kind: 'documents' };
  if (
    /^(?:sign (?:up|in|out)|log ?(?:in|out)|password|account|passkey|two[- ]factor|2fa)\b/.test(asked) ||
    /\bforg[eo]t(?:ten)?\b.*\bpassword\b/.test(asked)
  )
    return { kind: 'documents' };
  return undefined;
}

/** "Is a share a title to the property": about shares as such, which the guide explains. */
const isAboutKinds = (asked: string, atoms: readonly Atom[]) =>
  /^(?:is|are|does|do) an? /.test(asked) &&
  atoms.some((atom) => senseOf(atom, 'noun') !== undefined) &&
  !atoms.some(
    (atom) => senseOf(atom, 'value') !== undefined || ['in', 'at'].includes(senseOf(atom, 'preposition')?.v ?? ''),
  );

/** "Who may create assets", "can a shipper manufacture", "may I ship this", "what may a retailer do". The role `mine` is the asker's. */
function permissionOf(asked: string, atoms: readonly Atom[]): Extract<Intention, { kind: 'permission' }> | undefined {
  const role =
    atoms.map((atom) => senseOf(atom, 'value')).find((value) => value?.v.kind === 'role')?.v.value ??
    /\b(?:residents?|government|administrators?|admins?|auditors?)\b/.exec(asked)?.[0];
  const acted = atoms.map((atom) => senseOf(atom, 'action')).find((sense) => sense !== undefined);
  const action = acted?.v;
  const isEvent = acted?.of === 'event';
  const asksWho =
    /^(?:who|which (?:roles?|accounts?|people|users?)|what (?:roles?|kind of (?:users?|accounts?|people))) (?:else )?(?:may|can|could|must|(?:is|are|gets?) (?:allowed|permitted|entitled|authori[sz]ed|able|free) to|ha(?:s|ve) (?:the )?(?:permissions?|rights?|authority|power) to)\b/.test(
      asked,
    );
  if (asksWho) return { kind: 'permission', action, words: asked };
  const asksMine =
    isEvent &&
    /^(?:do (?:i|we) have (?:the )?(?:permission|rights?|authority) to|(?:may|can|could) (?:i|we)\b(?: also| already| still| now)?|(?:am i|are we)(?: also| already| still| now)? (?:allowed|permitted|able|entitled) to) (?:record|log|create|register|[a-z]+)\b/.test(
      asked,
    ) &&
    !/^(?:may|can|could) (?:i|we) (?:see|get|have|know|look|find|view|check|ask|list|correct|change|fix|delete|undo|import)\b/.test(
      asked,
    );
  if (asksMine) return { kind: 'permission', role: 'mine', action, words: asked };
  const asksRole =
    role !== undefined &&
    /^(?:may|can|could|what (?:may|can))\b|^(?:is|are|what)\b.*\b(?:allowed|permitted|permissions?|rights?)\b/.test(
      asked,
    );
  if (!asksRole) return undefined;
  return { kind: 'permission', role, action, words: asked };
}

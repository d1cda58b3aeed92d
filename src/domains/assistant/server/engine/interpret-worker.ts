import { answerInThread } from '#platform/server/threads/answer-in-thread.ts';
import type { Interpretation, Interpreted, Names } from './interpreter.ts';
import { createKnownNames, type KnownNames } from './known-names.ts';
import { compileLexicon, type Lexicon } from './lexicon/lexicon.ts';
import { READ_MAX } from './normalise.ts';
import { understand } from './understand.ts';

let known: { readonly version: number; readonly names: KnownNames } | undefined;
let lexicon: Lexicon | undefined;

function namesOf(list: string): KnownNames {
  const { participants, neighborhoods } = JSON.parse(list) as Names;
  return createKnownNames(participants, neighborhoods);
}

answerInThread(({ message, now, names, domain }: Interpretation): Interpreted => {
  if (names.vocabulary !== undefined) lexicon ??= compileLexicon(names.vocabulary);
  if (names.list !== undefined) known = { version: names.version, names: namesOf(names.list) };
  if (known?.version !== names.version || lexicon === undefined) return 'names needed';
  return understand(message.slice(0, READ_MAX), { lexicon, names: known.names, now, previous: domain });
});

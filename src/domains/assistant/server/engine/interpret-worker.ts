import { answerInThread } from '#platform/server/threads/answer-in-thread.ts';
import type { Interpretation, Interpreted } from './interpreter.ts';
import { createKnownNames, type KnownNames, type Named } from './known-names.ts';
import { understand } from './understand.ts';

let known: { readonly version: number; readonly names: KnownNames } | undefined;

answerInThread(({ message, context, now, names }: Interpretation): Interpreted => {
  if (names.list !== undefined)
    known = { version: names.version, names: createKnownNames(JSON.parse(names.list) as Named[]) };
  if (known?.version !== names.version) return 'names needed';
  return understand(message, { names: known.names, context, now });
});

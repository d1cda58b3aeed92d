import { lookUpSections } from '../documentation/look-up-sections.ts';
import type { Assistant } from '../open-assistant.ts';
import type { ToolRunner } from '../tools/run-tool.ts';
import { isSure, quote } from './explain.ts';
import { refusals } from './talk.ts';
import type { Draft } from './turn.ts';

type Asked = {
  readonly message: string;
  readonly assistant: Pick<Assistant, 'documentation'>;
  readonly run: ToolRunner;
};

/** Quotes the guide instead of an answer that found nothing, if a section of it covers the whole question. */
export async function orGuide(draft: Draft, { run, message, assistant }: Asked): Promise<Draft> {
  const found = draft.outcome !== 'unknown' && draft.outcome !== 'clarify';
  if (found || !isSure(assistant.documentation.search(message))) return draft;
  return quote(message, await lookUpSections(run, assistant.documentation, message));
}

/** Explains an action that a person performs on a screen instead of performing it. */
export async function howToInstead({ run, message, assistant }: Asked): Promise<Draft> {
  if (!isSure(assistant.documentation.search(message))) return refusals.acts;
  const draft = quote(message, await lookUpSections(run, assistant.documentation, message));
  return draft.outcome === undefined
    ? { ...draft, reply: `I don't do that for you, but the guide says how: ${draft.reply}`, outcome: 'refused' }
    : draft;
}

/** Reports whether a question is left to data: one about a number, a superlative, or what is the asker's own. */
export const asksData = (
  text: string,
  ask: string,
  { section, signsIn }: { readonly section: string; readonly signsIn: boolean },
): boolean =>
  /(?:^|\s)\d+(?=[\s?.!]|$)/.test(text) ||
  ['most', 'least'].includes(ask) ||
  (['count', 'how much'].includes(ask) && !STATES_NUMBER.test(section)) ||
  (signsIn && ['count', 'how much', 'when', 'list'].includes(ask) && !DOES.test(text));

/** "Topping up my cash", "get my money out": something to do, and no request for the asker's data. */
const DOES =
  /^(?:\w{2,12}ing|to \w+|get (?:my|our|the) .* (?:out|back|off)|move|put|turn|set|bring|withdraw|begin|start)\b/i;

/** A section that answers how many has a number. */
const STATES_NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice|no|any|each|every)\b/i;

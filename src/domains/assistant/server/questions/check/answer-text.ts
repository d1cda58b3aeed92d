import type { Answer } from '#domains/assistant/contract.ts';

/** Which part of an answer has to state a fact: its first sentence, its reply, its reply with quoted sections, or anything it shows. */
export type Part = 'lead' | 'reply' | 'prose' | 'everything';

/** Returns the text of a part of an answer. */
export function textOf(answer: Answer, part: Part): string {
  if (part === 'lead') return leadOf(answer.reply);
  if (part === 'reply') return answer.reply;
  const shown = part === 'prose' ? answer.blocks.filter(({ kind }) => kind === 'section') : answer.blocks;
  const cited = part === 'everything' ? answer.citations.map(({ label }) => label) : [];
  return [answer.reply, ...shown.flatMap(linesOf), ...cited].join('\n');
}

/** Returns the first sentence of a reply. One that is only "Yes." or "No." counts together with the next. */
export function leadOf(reply: string): string {
  const [first = '', second] = reply.split(/(?<=[^\s.]{2}[.!?])\s+(?=\p{Lu})|\n+/u);
  return first.length <= 4 && second !== undefined ? `${first} ${second}` : first;
}

function linesOf(block: Answer['blocks'][number]): string[] {
  if (block.kind === 'table') return [block.title, ...block.rows.map((row) => row.map(({ text }) => text).join(' | '))];
  if (block.kind === 'bars') return [block.title, ...block.bars.map(({ label, value }) => `${label}: ${value}`)];
  if (block.kind === 'section') return [block.title, block.text];
  return Object.values(block.values);
}

/** Reports whether a text contains a name as whole words, ignoring case and accents. */
export const mentions = (text: string, name: string): boolean => Number.isFinite(positionOf(text, name));

/** Returns where a text first contains a name as whole words, ignoring case and accents; infinity if it does not. */
export function positionOf(text: string, name: string): number {
  const escaped = plain(name).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped}(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}])`, 'u');
  return whole.exec(plain(text))?.index ?? Number.POSITIVE_INFINITY;
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

import type { Citation } from '#domains/assistant/contract.ts';
import { citeAsset, citeBlock, citeParticipant } from '../answers/turn.ts';

const CITED_MAX = 20;

/** The assets, blocks and participants that a reply names and that a tool has given. What only the reply says is not cited. */
export function citationsIn(reply: string, outputs: readonly unknown[]): Citation[] {
  const found = new Map<string, Citation>();
  const words = new Set(reply.match(/[^\s,;:!?()"']+/g)?.map((word) => word.replaceAll(/^#|[.]+$/g, '')));
  const names = (word: string | number) => words.has(String(word));
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.size >= CITED_MAX) return;
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && /^(assetId|asset_id)$/.test(field) && names(inner))
        found.set(`a${inner}`, citeAsset(inner));
      else if (typeof inner === 'number' && /^(blockIndex|index)$/.test(field) && names(inner))
        found.set(`b${inner}`, citeBlock(inner));
      else if (
        typeof inner === 'string' &&
        /^(username|participant|participantName|custodian)$/.test(field) &&
        names(inner)
      )
        found.set(`p${inner}`, citeParticipant(inner));
      else walk(inner);
    }
  };
  walk(outputs);
  return [...found.values()];
}

/** Numbers of two digits and more that stand in a reply, but in no tool's output and not in the question. */
export function numbersWithoutSource(reply: string, outputs: readonly unknown[], question: string): string[] {
  const source = `${JSON.stringify(outputs)} ${question}`;
  const numbers = reply.match(/\d[\d,]*\d(?:\.\d+)?/g) ?? [];
  return [...new Set(numbers.filter((number) => !source.includes(number.replaceAll(',', ''))))].slice(0, 10);
}

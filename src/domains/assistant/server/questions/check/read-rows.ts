import type { Answer, TableBlock } from '#domains/assistant/contract.ts';
import { mentions } from './answer-text.ts';

export type Listed = {
  readonly ids: ReadonlySet<string>;
  /** The total that a table states by what it leaves out. */
  readonly total: number | undefined;
};

/** Returns what an answer lists: the first cell of each row that names one of the universe, or the names in the reply if no row does. */
export function listIn(answer: Answer, universe: ReadonlyMap<string, string>): Listed {
  const tables = answer.blocks.filter((block) => block.kind === 'table');
  for (const table of tables) {
    const ids = table.rows.map((row) => idOf(row, universe));
    if (ids.some((id) => id !== undefined)) {
      // A row that names none of the universe is one too many.
      return { ids: new Set(ids.map((id, n) => id ?? `row ${n + 1}`)), total: table.rows.length + table.more };
    }
  }
  const named = [...universe].filter(([one]) => mentions(answer.reply, one)).map(([, id]) => id);
  return { ids: new Set(named), total: undefined };
}

function idOf(row: TableBlock['rows'][number], universe: ReadonlyMap<string, string>): string | undefined {
  for (const { text, href } of row) {
    const linked = decodeURIComponent(href?.split(/[/=]/).at(-1) ?? '');
    // The link tells apart what shares a name.
    const found =
      (href === undefined ? undefined : universe.get(linked)) ?? universe.get(text.replace(/^(?:Block )?#/, ''));
    if (found !== undefined) return found;
  }
  return undefined;
}

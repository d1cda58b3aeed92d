import { CompiledQuery } from 'kysely';
import { present } from '#platform/contract/present.ts';
import type { Database } from './database.ts';

/** One INSERT, UPDATE or DELETE with its parameters, created by `write` and run by `runTogether`. */
export type WriteStatement = { readonly strings: TemplateStringsArray; readonly values: readonly unknown[] };

/**
 * Returns the write of a tagged template, with every `${value}` as a parameter. SQL fragments cannot be nested, so the
 * text depends only on its position in the source.
 */
export const write = (strings: TemplateStringsArray, ...values: unknown[]): WriteStatement => ({ strings, values });

/** The SQLSTATE (division by zero) with which `runTogether` fails if its first write affects no row. */
export const DID_NOTHING = '22012';

/**
 * Runs writes as one statement (a chain of data-modifying CTEs), so that they take one round trip and take effect
 * together or not at all, even outside a transaction. All of them see the tables as they were before, so no two may
 * modify the same row. `first` runs before the others, whose order PostgreSQL chooses: it takes the lock that decides who
 * waits. If it affects no row, nothing is written and the statement fails with `DID_NOTHING`.
 */
export async function runTogether(
  db: Database,
  first: WriteStatement,
  others: readonly WriteStatement[],
): Promise<void> {
  const writes = [first, ...others];
  await db.executeQuery(
    CompiledQuery.raw(
      textOf(writes),
      writes.flatMap((one) => one.values),
    ),
  );
}

/** Runs one write and returns the number of affected rows. */
export async function runWrite(db: Database, statement: WriteStatement): Promise<number> {
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(numbered(statement, { count: 0 }), [...statement.values]),
  );
  return Number(present(numAffectedRows, 'PostgreSQL counts the rows of a write'));
}

/** A node in the trie of write combinations. The text is built once for each combination that occurs. */
type Shape = { text: string | undefined; readonly next: WeakMap<TemplateStringsArray, Shape> };

const noWrites: Shape = { text: undefined, next: new WeakMap() };

/** Returns the statement for these writes. Rebuilding it for each batch took a tenth of the append's time. */
function textOf(writes: readonly WriteStatement[]): string {
  let shape = noWrites;
  for (const { strings } of writes) {
    let next = shape.next.get(strings);
    if (next === undefined) {
      next = { text: undefined, next: new WeakMap() };
      shape.next.set(strings, next);
    }
    shape = next;
  }
  shape.text ??= joinTexts(writes);
  return shape.text;
}

function joinTexts([first, ...others]: readonly WriteStatement[]): string {
  if (first === undefined) throw new Error('runTogether needs a first write');
  const parameters = { count: 0 };
  const named = [`first as (${numbered(first, parameters)} returning 1)`];
  for (const [n, other] of others.entries()) named.push(`write_${n} as (${numbered(other, parameters)})`);
  return `with ${named.join(', ')} select 1 / count(*) from first`;
}

/** Returns the text of a write, with its parameters numbered after those counted so far. */
const numbered = ({ strings }: WriteStatement, parameters: { count: number }): string =>
  strings.reduce((text, part) => {
    parameters.count += 1;
    return `${text}$${parameters.count}${part}`;
  });

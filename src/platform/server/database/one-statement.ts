import { CompiledQuery } from 'kysely';
import { present } from '#platform/contract/present.ts';
import type { Database } from './database.ts';

/** One INSERT, UPDATE or DELETE and its parameters, made by `write` and carried out by `runTogether`. */
export type WriteStatement = { readonly strings: TemplateStringsArray; readonly values: readonly unknown[] };

/**
 * Returns the write of a tagged template: every `${value}` becomes a parameter. Fragments of SQL cannot be nested, so
 * the text depends on nothing but the place in the source where it stands.
 */
export const write = (strings: TemplateStringsArray, ...values: unknown[]): WriteStatement => ({ strings, values });

/** The SQLSTATE (a division by zero) with which `runTogether` fails when its first write had nothing to do. */
export const DID_NOTHING = '22012';

/**
 * Runs writes as one statement (a chain of data-modifying CTEs), so that they take one round trip and take effect together
 * or not at all, also outside a transaction. All of them see the tables as they were before, so no two may touch the same
 * row. `first` is carried out before the others, whose order PostgreSQL chooses: it takes the lock that decides who
 * waits. When it touches no row, nothing is written and the statement fails with `DID_NOTHING`.
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

/** Runs one write and returns the number of rows it touched. */
export async function runWrite(db: Database, statement: WriteStatement): Promise<number> {
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(numbered(statement, { count: 0 }), [...statement.values]),
  );
  return Number(present(numAffectedRows, 'PostgreSQL counts the rows of a write'));
}

/** A combination of writes, and what follows it: the text is built once for each combination that occurs. */
type Shape = { text: string | undefined; readonly next: WeakMap<TemplateStringsArray, Shape> };

const noWrites: Shape = { text: undefined, next: new WeakMap() };

/** Returns the statement for these writes. Building it anew for each batch took a tenth of the append's time. */
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

/** Returns the text of a write with its parameters numbered behind those counted so far. */
const numbered = ({ strings }: WriteStatement, parameters: { count: number }): string =>
  strings.reduce((text, part) => {
    parameters.count += 1;
    return `${text}$${parameters.count}${part}`;
  });

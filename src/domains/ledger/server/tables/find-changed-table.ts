import type pg from 'pg';
import type { ChainFault } from '../verification/check-blocks.ts';
import { LEDGER_VIEWS } from './ledger-tables.ts';
import { readTableShapes, type ShapeFact } from './read-table-shapes.ts';
import { TABLE_SHAPES } from './table-shapes.gen.ts';

/** The partition that represents all of them in the expected facts, which are those of a new database. */
const TEMPLATE = 'blocks_00000';
const PARTITION = /^blocks_(\d{5,})$/;
const PARTITION_BLOCKS = 5_000_000;

/**
 * Compares the ledger's tables with those that the migrations create. A view, a policy, a rule or a trigger instead of
 * a table could show the verifier one ledger and everyone else another. Returns the first difference. It ends with its
 * repair, because it does not concern the blocks.
 */
export async function findChangedTable(client: pg.ClientBase): Promise<ChainFault | undefined> {
  const problem = describeDifference(await readTableShapes(client));
  return problem === undefined ? undefined : { index: 0, message: problem };
}

/** Appends are verified many times a second, and should not pay for the check each time. */
const INTERVAL_MILLISECONDS = 1000;

/** Returns a check that compares at most once a second, as long as it finds no difference. */
export function createTableGuard(client: pg.ClientBase): () => Promise<ChainFault | undefined> {
  let intactAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - intactAt < INTERVAL_MILLISECONDS) return undefined;
    const startedAt = performance.now();
    const fault = await findChangedTable(client);
    if (fault === undefined) intactAt = startedAt;
    return fault;
  };
}

/** Returns the first difference between `actual` and what the migrations create, as a sentence. */
function describeDifference(actual: readonly ShapeFact[]): string | undefined {
  const expected = new Map(expectedFor(actual).map((fact) => [keyOf(fact), fact]));
  const found = new Map(actual.map((fact) => [keyOf(fact), fact]));
  const keys = [...expected.keys(), ...[...found.keys()].filter((key) => !expected.has(key))];
  const differing = keys.filter((key) => expected.get(key)?.[3] !== found.get(key)?.[3]);
  // If a table is a view, that explains all its other differences.
  const first = differing.find((key) => (expected.get(key) ?? found.get(key))?.[1] === 'kind') ?? differing[0];
  return first === undefined ? undefined : phrase(expected.get(first), found.get(first));
}

const keyOf = ([relation, aspect, name]: ShapeFact): string => JSON.stringify([relation, aspect, name]);

/** Returns the expected facts, including those of every existing partition. */
function expectedFor(actual: readonly ShapeFact[]): readonly ShapeFact[] {
  const partitions = new Set(actual.map(([relation]) => relation).filter((relation) => PARTITION.test(relation)));
  const template = TABLE_SHAPES.filter(([relation]) => relation === TEMPLATE);
  const others = TABLE_SHAPES.filter(([relation]) => relation !== TEMPLATE);
  const numbers = Array.from({ length: Math.max(partitions.size, 1) }, (_, n) => n);
  return [...others, ...numbers.flatMap((number) => template.map((fact) => forPartition(fact, number)))];
}

function forPartition([, aspect, name, definition]: ShapeFact, number: number): ShapeFact {
  const partition = `blocks_${String(number).padStart(5, '0')}`;
  const bounds = `('${number * PARTITION_BLOCKS}') TO ('${(number + 1) * PARTITION_BLOCKS}')`;
  const rename = (text: string) => text.replaceAll(TEMPLATE, partition);
  return [partition, aspect, rename(name), rename(definition).replace(/\('\d+'\) TO \('\d+'\)/, bounds)];
}

/** Describes a fact that is missing, has another definition, or is not expected. */
function phrase(expected: ShapeFact | undefined, now: ShapeFact | undefined): string {
  const [relation, aspect, name] = expected ?? now ?? ['', '', ''];
  const subject = `The ${typeOf(relation)}${relation === '' ? '' : ` ${relation}`}`;
  const advice = 'Nothing is signed until that is undone. See docs/runbooks/chain-broken.md.';
  if (aspect === 'kind' || aspect === 'definition') {
    if (now === undefined) return `${subject} is missing. ${advice}`;
    if (expected === undefined) return `${subject} is not part of the ledger. ${advice}`;
    return `${subject} was changed${aspect === 'kind' ? `: it is ${now[3]}` : ''}. ${advice}`;
  }
  const part = aspect === 'setting' ? name : `${aspect} ${name}`;
  if (expected === undefined) return `${subject} was changed: it has an unexpected ${part}. ${advice}`;
  if (now === undefined) return `${subject} was changed: its ${part} is missing. ${advice}`;
  const detail = aspect === 'setting' ? `is ${now[3]}` : 'was changed';
  return `${subject} was changed: its ${part} ${detail}. ${advice}`;
}

function typeOf(relation: string): string {
  if (relation === '') return 'database';
  if (relation.endsWith(')')) return 'function';
  return LEDGER_VIEWS.some((view) => view === relation) ? 'view' : 'table';
}

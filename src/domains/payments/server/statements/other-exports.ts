import { sql } from 'kysely';
import { byteaArray, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { NewLine } from './bank-lines.ts';

/** The maximum number of stored lines of one content to compare with: a chunk has no more lines. */
const ALIKE_MAX = 250;

/** A line of a chunk before it is stored. */
export type ChunkLine = NewLine & { readonly likeness: Buffer; readonly content: Buffer | null };

type Found = { identity: string; content: string; entry_reference: string | null; first: string; others: string[] };

/** Serializes statements of one account, so that the later of two exports sees the lines of the earlier one. */
export async function lockAccount(tx: Database, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank-account ${account}`}, 0))`.execute(tx);
}

/**
 * Recognizes lines that another export of the account has in another form, and returns the lines with their plans.
 *
 * Two lines of equal content are the same line if one has the bank's own reference and the other has none: the new line gets the identity of
 * the stored one. A line that was recognized under one reference is not recognized under a second one. If neither has a reference and their
 * wording differs, they may be one or two transfers: the money then waits for a person. Two references are two transfers.
 */
export async function recognizeExports(
  tx: Database,
  statementId: string,
  lines: readonly ChunkLine[],
): Promise<ChunkLine[]> {
  const known = await readKnown(tx, lines);
  const claimed = new Set(lines.map(nameOf).filter((name) => known.has(name)));
  const unknown = lines.filter((line) => line.content !== null && !known.has(nameOf(line)));
  if (unknown.length === 0) return [...lines];
  const found = Map.groupBy(await readElsewhere(tx, statementId, unknown), ({ content }) => content);
  const alikeTo = ({ content }: ChunkLine) =>
    (found.get(content?.toString('hex') ?? '') ?? []).filter(({ identity }) => !claimed.has(identity));
  const recognized = new Map<ChunkLine, Buffer>();
  const claim = (line: ChunkLine, same: Found | undefined) => {
    if (same === undefined) return;
    claimed.add(same.identity);
    recognized.set(line, Buffer.from(same.identity, 'hex'));
  };
  // Earlier pairs stay together. Otherwise a line could take the other half of a pair, and leave its own half unmatched.
  for (const line of unknown)
    claim(
      line,
      alikeTo(line).find((one) => isSame(line, one) && one.others.includes(line.likeness.toString('hex'))),
    );
  for (const line of unknown)
    if (!recognized.has(line))
      claim(
        line,
        alikeTo(line).find((one) => isSame(line, one)),
      );
  return lines.map((line) => {
    const identity = recognized.get(line);
    if (identity !== undefined) return { ...line, identity };
    if (line.content === null || known.has(nameOf(line))) return line;
    const isOpen = line.entryReference === null && alikeTo(line).some((one) => one.entry_reference === null);
    return isOpen && (line.act === 'settle' || line.act === 'receive') ? asked(line) : line;
  });
}

const nameOf = ({ identity }: Pick<NewLine, 'identity'>) => identity.toString('hex');

function isSame(line: ChunkLine, { entry_reference: entry, first, others }: Found): boolean {
  if ((line.entryReference === null) === (entry === null)) return false;
  // The line without a reference was stored first, so each of its other likenesses belongs to a reference.
  return entry !== null || others.every((one) => one === first || one === line.likeness.toString('hex'));
}

function asked(line: ChunkLine): ChunkLine {
  const { kind, subject } = line;
  const reason = 'Same day, amount and reference as a line of another statement';
  const candidates = kind === null || subject === null ? [] : [{ kind, subject, paymentId: null, reason }];
  return { ...line, act: 'suspend', kind: null, subject: null, paymentId: null, candidates };
}

async function readKnown(tx: Database, lines: readonly ChunkLine[]): Promise<Set<string>> {
  const { rows } = await sql<{ identity: string }>`
    select encode(identity, 'hex') as identity from bank_lines
    where identity = any(${byteaArray(lines.map(({ identity }) => identity))}::bytea[])
  `.execute(tx);
  return new Set(rows.map(({ identity }) => identity));
}

/** Reads the lines of these contents that this statement does not have, in the order in which they arrived. */
async function readElsewhere(tx: Database, statementId: string, lines: readonly ChunkLine[]): Promise<Found[]> {
  const contents = new Set(lines.flatMap(({ content }) => content?.toString('hex') ?? []));
  const { rows } = await sql<Found>`
    select encode(l.identity, 'hex') as identity, content.name as content, l.entry_reference,
      (select encode(s.likeness, 'hex') from bank_statement_lines s
        where s.statement_id = l.statement_id and s.position = l.position) as first,
      (select array_agg(distinct encode(s.likeness, 'hex')) from bank_statement_lines s where s.line_id = l.line_id) as others
    from unnest(${textArray([...contents])}::text[]) as content (name) cross join lateral (
      select * from bank_lines where bank_lines.content = decode(content.name, 'hex') and not exists (
        select 1 from bank_statement_lines s
        where s.line_id = bank_lines.line_id and s.statement_id = ${statementId}::uuid
      )
      order by decided_at, statement_id, position limit ${ALIKE_MAX}
    ) as l
    order by content.name, l.decided_at, l.statement_id, l.position
  `.execute(tx);
  return rows;
}

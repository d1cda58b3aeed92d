import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  type IdempotencyKey,
  insertKeys,
  type KnownKeys,
  noKnownKeys,
  readKnownKeys,
} from '#platform/server/database/idempotency-keys.ts';
import { runTogether } from '#platform/server/database/one-statement.ts';
import type { Draft } from './block-types.ts';
import { insertBlocks, lockHead, moveHead } from './blocks.ts';
import type { ReadFrom, RuleSet } from './rule-set.ts';
import { type Head, type SealedBlock, sealBlocks } from './seal-blocks.ts';

/**
 * The block that a request became, with the outcome of judging it. If an earlier request with its key created the
 * block, `fresh` is false, and `block` and `outcome` are absent.
 */
export type Appended<Outcome = unknown> = {
  readonly index: number;
  readonly fresh: boolean;
  readonly block: SealedBlock | undefined;
  readonly outcome: Outcome | undefined;
};

/** Appends the requests of one domain. */
export type Appender<Request, Outcome = unknown> = {
  /**
   * Resolves once the block is durable. The same key, from the same scope, resolves to the same block. Rejects with the
   * violated rule, or with `server.unavailable`.
   */
  append(request: Request, key?: IdempotencyKey): Promise<Appended<Outcome>>;
};

/** A request of any domain, with the rules it is judged by. */
export type Member = {
  readonly rules: RuleSet<unknown, unknown>;
  readonly request: unknown;
  readonly key: IdempotencyKey | undefined;
};

/** A judged and sealed batch, ready to be written behind `from`. */
export type Batch = {
  readonly from: Head;
  readonly head: Head;
  readonly blocks: readonly SealedBlock[];
  /** One for each member, in order. */
  readonly results: readonly (Appended | { readonly refused: unknown })[];
  readonly parts: readonly Part[];
  readonly newKeys: readonly (IdempotencyKey & { readonly blockIndex: number })[];
};

/** One domain's share of a batch. */
type Part = { readonly rules: RuleSet<unknown, unknown>; readonly state: unknown; readonly blocks: SealedBlock[] };

/** Judges the members in order, each by its own domain's rules, and seals those that become blocks behind `from`. */
export async function judgeBatch(
  db: Database,
  from: Head,
  members: readonly Member[],
  readFrom: (rules: Member['rules']) => ReadFrom,
  clock: Clock,
): Promise<Batch> {
  const keys = members.flatMap(({ key }) => key ?? []);
  const isCurrent = members.every(({ rules }) => readFrom(rules) === 'memory');
  const [parts, known] = await Promise.all([
    readParts(db, members, readFrom),
    isCurrent ? noKnownKeys() : readKnownKeys(db, keys),
  ]);
  const nowSeconds = Math.floor(clock() / 1000);
  const timestamp = Math.max(nowSeconds, from.timestamp);
  const drafts: { draft: Draft; outcome: unknown; part: Part }[] = [];
  const newKeys: Batch['newKeys'][number][] = [];

  const judged = members.map(({ rules, request, key }): number | { refused: unknown } => {
    const index = from.length + drafts.length;
    try {
      const repeated = key === undefined ? undefined : known.find(key);
      if (repeated !== undefined) return repeated;
      const part = parts.get(rules) as Part;
      const judgement = rules.judge(part.state, request, { index, timestamp });
      if ('repeats' in judgement) return judgement.repeats;
      requireOwnDraft(rules, judgement.draft);
      drafts.push({ draft: judgement.draft, outcome: judgement.outcome, part });
      if (key === undefined) return index;
      known.add(key, index);
      newKeys.push({ ...key, blockIndex: index });
      return index;
    } catch (refused) {
      return { refused };
    }
  });
  if (isCurrent) await replaceRefusals(db, members, judged);

  const drafted = drafts.map(({ draft }) => draft);
  const { blocks, head } = sealBlocks(from, drafted, nowSeconds);
  for (const [n, block] of blocks.entries()) drafts[n]?.part.blocks.push(block);
  await prepareParts(parts.values());
  const outcomes = drafts.map(({ outcome }) => outcome);
  return {
    from,
    head,
    blocks,
    results: toResults(judged, from, blocks, outcomes),
    parts: [...parts.values()],
    newKeys,
  };
}

async function readParts(
  db: Database,
  members: readonly Member[],
  readFrom: (rules: Member['rules']) => ReadFrom,
): Promise<Map<Member['rules'], Part>> {
  const requests = Map.groupBy(members, ({ rules }) => rules);
  const read = async ([rules, own]: [Member['rules'], Member[]]): Promise<[Member['rules'], Part]> => {
    const state = await rules.read(
      db,
      own.map(({ request }) => request),
      readFrom(rules),
    );
    return [rules, { rules, state, blocks: [] }];
  };
  return new Map(await Promise.all([...requests].map(read)));
}

async function prepareParts(parts: Iterable<Part>): Promise<void> {
  const slow = [...parts].filter(({ rules, blocks }) => rules.prepare !== undefined && blocks.length > 0);
  if (slow.length > 0) await Promise.all(slow.map(({ rules, state, blocks }) => rules.prepare?.(state, blocks)));
}

/** A domain that appends the draft of another one would bypass that one's rules. */
function requireOwnDraft(rules: Member['rules'], draft: Draft): void {
  if (draft.domain !== rules.types.domain)
    throw new Error(`The rules of ${rules.types.domain} drafted ${draft.action}, which belongs to ${draft.domain}`);
}

/**
 * Judging from memory assumes that every key is new. A refused member may repeat a request that was answered earlier,
 * so its key is looked up before it is refused. An accepted member needs no lookup: the table refuses an existing key.
 */
async function replaceRefusals(
  db: Database,
  members: readonly Member[],
  judged: (number | { refused: unknown })[],
): Promise<void> {
  const refusedKeys = judged.flatMap((one, n) => (typeof one === 'number' ? [] : (members[n]?.key ?? [])));
  if (refusedKeys.length === 0) return;
  const known = await readKnownKeys(db, refusedKeys);
  for (const [n, one] of judged.entries()) {
    const key = members[n]?.key;
    if (typeof one !== 'number' && key !== undefined) judged[n] = findRepeated(known, key) ?? one;
  }
}

function findRepeated(known: KnownKeys, key: IdempotencyKey): number | { refused: unknown } | undefined {
  try {
    return known.find(key);
  } catch (refused) {
    return { refused };
  }
}

function toResults(
  judged: readonly (number | { refused: unknown })[],
  from: Head,
  blocks: readonly SealedBlock[],
  outcomes: readonly unknown[],
): Batch['results'] {
  const answered = new Set<number>();
  return judged.map((index) => {
    if (typeof index !== 'number') return index;
    const at = index - from.length;
    const fresh = blocks[at] !== undefined && !answered.has(index);
    answered.add(index);
    return { index, fresh, block: blocks[at], outcome: fresh ? outcomes[at] : undefined };
  });
}

/** Returns the members that became blocks. A repeated or refused request saves nothing, so it does not count as an append. */
export function addedOf<One extends Member>(members: readonly One[], { blocks, results }: Batch): readonly One[] {
  if (blocks.length === members.length) return members;
  return members.filter((_, position) => {
    const result = results[position];
    return result !== undefined && 'fresh' in result && result.fresh;
  });
}

/**
 * Writes a batch as one statement: head, blocks, keys, and every domain's rows. Fails with `DID_NOTHING` when the chain no
 * longer ends at `batch.from`. The head comes first, so that two writers wait for each other before they hold any other
 * lock and cannot deadlock.
 */
export async function writeBatch(db: Database, batch: Batch): Promise<void> {
  if (batch.blocks.length === 0) return;
  await runTogether(db, moveHead(batch.from, batch.head), [
    insertBlocks(batch.blocks),
    ...(batch.newKeys.length > 0 ? [insertKeys(batch.newKeys)] : []),
    ...batch.parts.flatMap(({ rules, state, blocks }) => (blocks.length > 0 ? rules.project(state, blocks) : [])),
  ]);
}

/** Returns the error for the members of a batch that could not be written. */
export function toUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(unavailable, "The ledger couldn't be written. No partial changes were saved.", {
    hint: 'Repeat the request with the same Idempotency-Key: if it did go through, you get the same block.',
    retryAfterSeconds: 1,
    cause: error,
  });
}

/**
 * Appends blocks within the caller's transaction, for rare administrative writes. The blocks are on the chain only if
 * it commits. Every other append waits until the transaction ends, so lock business rows before calling this, and do
 * slow work before the transaction. Frequent writes belong in a `RuleSet`.
 */
export async function appendBlocks(tx: Database, drafts: readonly Draft[], clock: Clock): Promise<SealedBlock[]> {
  if (drafts.length === 0) return [];
  const head = await lockHead(tx);
  const { blocks, head: next } = sealBlocks(head, drafts, Math.floor(clock() / 1000));
  await runTogether(tx, moveHead(head, next), [insertBlocks(blocks)]);
  return blocks;
}

import { sql } from 'kysely';
import type { ExportPart } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

const PAGE = 100;

type Kept = { id: string; title: string; created_at: string; updated_at: string };
type KeptMessage = { id: number; at: string; question: string; answer: object };

/** Returns the assistant's part of an account's export: every conversation, and every question with its answer. */
export const conversationExport = (database: Database): readonly ExportPart[] => [
  {
    name: 'conversations',
    async *read(accountId) {
      for await (const { id, title, created_at, updated_at } of conversationsOf(database, accountId))
        yield { id, title, createdAt: created_at, updatedAt: updated_at };
    },
  },
  {
    name: 'conversationMessages',
    async *read(accountId) {
      for await (const { id: conversationId } of conversationsOf(database, accountId))
        for await (const { id, at, question, answer } of messagesOf(database, conversationId))
          yield { conversationId, id, at, question, answer };
    },
  },
];

const conversationsOf = (db: Database, accountId: string) =>
  inOrderOfId('00000000-0000-0000-0000-000000000000', (after) =>
    sql<Kept>`
      select id, title, created_at, updated_at from conversations
      where account_id = ${accountId} and id > ${after}
      order by id limit ${PAGE}
    `.execute(db),
  );

const messagesOf = (db: Database, conversationId: string) =>
  inOrderOfId(0, (after) =>
    sql<KeptMessage>`
      select id, at, question, answer from conversation_messages
      where conversation_id = ${conversationId} and id > ${after}
      order by id limit ${PAGE}
    `.execute(db),
  );

/** Yields every row in descending order of id, one page at a time. */
async function* inOrderOfId<Id, Row extends { readonly id: Id }>(
  below: Id,
  read: (after: Id) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row> {
  let after: Id | undefined = below;
  while (after !== undefined) {
    const { rows }: { rows: Row[] } = await read(after);
    yield* rows;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
}

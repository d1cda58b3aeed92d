import { sql } from 'kysely';
import type { ExportPart } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

const PAGE = 100;

type Kept = { id: string; title: string; created_at: string; updated_at: string };
type KeptMessage = { id: number; at: string; question: string; answer: object };

/** What the assistant keeps of an account, for its export: every conversation, and every question with its answer. */
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

async function* conversationsOf(db: Database, accountId: string): AsyncGenerator<Kept> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  do {
    const { rows }: { rows: Kept[] } = await sql<Kept>`
      select id, title, created_at, updated_at from conversations
      where account_id = ${accountId} and id > ${after}
      order by id limit ${PAGE}
    `.execute(db);
    yield* rows;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}

async function* messagesOf(db: Database, conversationId: string): AsyncGenerator<KeptMessage> {
  let after: number | undefined = 0;
  do {
    const { rows }: { rows: KeptMessage[] } = await sql<KeptMessage>`
      select id, at, question, answer from conversation_messages
      where conversation_id = ${conversationId} and id > ${after}
      order by id limit ${PAGE}
    `.execute(db);
    yield* rows;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}

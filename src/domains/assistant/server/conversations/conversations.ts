import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type Answer,
  CONVERSATION_MESSAGES_MAX,
  type Conversation,
  type StoredMessage,
} from '#domains/assistant/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { READ_MAX } from '../engine/normalise.ts';

const TITLE_MAX = 80;
/** Questions stored for one account, in all its conversations. Without a bound, one account could fill the disk, and its searches would take minutes. */
const STORED_MAX = 5000;

type Row = { id: string; title: string; created_at: string; updated_at: string; messages: number };

const toConversation = (row: Row): Conversation => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  messages: Number(row.messages),
});

/** Returns a page of an account's own conversations, most recently used first, and their number. */
export async function listConversations(
  db: Database,
  accountId: string,
  { search = '', page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ conversations: Conversation[]; total: number }> {
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<Row & { total: number }>`
    select id, title, created_at, updated_at, count(*) over () as total,
      (select count(*) from conversation_messages where conversation_id = conversations.id) as messages
    from conversations
    where account_id = ${accountId} and (${search} = '' or title ilike ${part} or exists (
      select from conversation_messages where conversation_id = conversations.id and question ilike ${part}))
    order by updated_at desc, id
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  return { conversations: rows.map(toConversation), total: Number(rows[0]?.total ?? 0) };
}

/** Returns the conversation if it belongs to this account. */
export async function findConversation(db: Database, accountId: string, id: string): Promise<Conversation | undefined> {
  const { rows } = await sql<Row>`
    select id, title, created_at, updated_at,
      (select count(*) from conversation_messages where conversation_id = conversations.id) as messages
    from conversations where id = ${id} and account_id = ${accountId}
  `.execute(db);
  return rows[0] === undefined ? undefined : toConversation(rows[0]);
}

/**
 * Locks a conversation of an account against deletion until the transaction ends. Returns false if it no longer exists.
 */
export async function lockConversation(tx: Database, accountId: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`select id from conversations where id = ${id} and account_id = ${accountId} for update`.execute(tx);
  return rows.length === 1;
}

/** Returns the newest messages of a conversation, oldest first. */
export async function readMessages(
  db: Database,
  conversationId: string,
  { limit = CONVERSATION_MESSAGES_MAX, before }: { limit?: number; before?: number | undefined } = {},
): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('conversation_messages')
    .select(['id', 'at', 'question', 'answer'])
    .where('conversation_id', '=', conversationId)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows
    .map(({ id, at, question, answer }) => ({ id, at, question, answer: answer as unknown as Answer }))
    .reverse();
}

/** Creates a conversation, titled after its first question. */
export async function insertConversation(
  db: Database,
  of: { accountId: string; question: string; at: string },
): Promise<string> {
  const id = randomUUID();
  const line = of.question.trim().replaceAll(/\s+/g, ' ');
  const title = line.length > TITLE_MAX ? `${line.slice(0, TITLE_MAX - 1)}…` : line;
  await db
    .insertInto('conversations')
    .values({ id, account_id: of.accountId, title: title.toWellFormed(), created_at: of.at, updated_at: of.at })
    .execute();
  return id;
}

/** Stores the part of a question that is interpreted, with its answer, and returns its id. */
export async function insertMessage(
  db: Database,
  of: { conversationId: string; question: string; answer: Answer; at: string },
): Promise<number> {
  const { id } = await db
    .insertInto('conversation_messages')
    .values({
      conversation_id: of.conversationId,
      at: of.at,
      question: of.question.slice(0, READ_MAX).toWellFormed(),
      answer: JSON.stringify(of.answer),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('conversations').set({ updated_at: of.at }).where('id', '=', of.conversationId).execute();
  return id;
}

/** Deletes the oldest questions of an account beyond the newest `STORED_MAX`, and the conversations that this leaves empty. */
export async function deleteOldest(db: Database, accountId: string): Promise<void> {
  const { rows } = await sql<{ conversation_id: string }>`
    delete from conversation_messages where id in (
      select m.id from conversations c join conversation_messages m on m.conversation_id = c.id
      where c.account_id = ${accountId} order by m.id desc offset ${STORED_MAX})
    returning conversation_id
  `.execute(db);
  for (const id of new Set(rows.map((row) => row.conversation_id)))
    await sql`
      delete from conversations where id = ${id}
        and not exists (select from conversation_messages where conversation_id = conversations.id)
    `.execute(db);
}

/** Deletes a message and all later ones of the conversation. */
export async function deleteMessagesFrom(db: Database, conversationId: string, id: number): Promise<void> {
  await db
    .deleteFrom('conversation_messages')
    .where('conversation_id', '=', conversationId)
    .where('id', '>=', id)
    .execute();
}

export async function updateTitle(db: Database, accountId: string, id: string, title: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversations')
    .set({ title })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes one conversation of an account, or all of them, and returns the number deleted. */
export async function deleteConversations(db: Database, accountId: string, id?: string): Promise<number> {
  const own = db.deleteFrom('conversations').where('account_id', '=', accountId);
  const { numDeletedRows } = await (id === undefined ? own : own.where('id', '=', id)).executeTakeFirst();
  return Number(numDeletedRows);
}

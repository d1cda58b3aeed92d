import { sql } from 'kysely';
import type { ExportPart } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readDetails } from './details/save-details.ts';

const PAGE = 100;

/** Returns billing's part of an account's export: its billing details, and each of its invoices with its document. */
export const billingExport = (database: Database): readonly ExportPart[] => [
  {
    name: 'billingDetails',
    async *read(accountId) {
      const details = await readDetails(database, accountId);
      if (details !== null) yield details;
    },
  },
  {
    name: 'invoices',
    async *read(accountId) {
      for (let after = ''; ; ) {
        const { rows } = await sql<{ id: string; number: string | null; state: string; document: object }>`
          select invoice_id as id, number, state, document from billing_invoices
          where account_id = ${accountId} and invoice_id > ${after} order by invoice_id limit ${PAGE}
        `.execute(database);
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < PAGE) return;
        after = last.id;
      }
    },
  },
];

import type { Account } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Mount, RawAnswer } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { readAuditLog, streamAuditLog } from './audit-log.ts';

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

/** Serves the audit log. */
export function mountAudit(mount: Mount<Account>, database: Database): void {
  mount(contract.readAuditLog, async ({ query }) => {
    if (query.format === 'json') return readAuditLog(database, query, query);
    const name = `cairn-audit-${new Date().toISOString().slice(0, 10)}.${query.format}`;
    const body = await streamAuditLog(database, query, query.format);
    return new RawAnswer(body, mediaTypes[query.format], { 'content-disposition': `attachment; filename="${name}"` });
  });
}

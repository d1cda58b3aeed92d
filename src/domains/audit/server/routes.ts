import type { Account } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Mount, RawAnswer } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { readAuditLog, streamAuditCsv } from './audit-log.ts';

/** Serves the audit log. */
export function mountAudit(mount: Mount<Account>, database: Database): void {
  mount(contract.readAuditLog, async ({ query }) => {
    if (query.format !== 'csv') return readAuditLog(database, query, query);
    const name = `cairn-audit-${new Date().toISOString().slice(0, 10)}.csv`;
    return new RawAnswer(await streamAuditCsv(database, query), 'text/csv; charset=utf-8', {
      'content-disposition': `attachment; filename="${name}"`,
    });
  });
}

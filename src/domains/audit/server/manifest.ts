import { capabilities, routes, tools } from '#domains/audit/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Domain } from '#platform/server/domain.ts';
import { mountAudit } from './routes.ts';

export const auditDomain: Domain<{ database: Database }, Account> = {
  name: 'audit',
  capabilities,
  routes,
  tools,
  open: ({ database }) => ({ mount: (mount) => mountAudit(mount, database) }),
};

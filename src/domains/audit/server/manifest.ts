import { capabilities, routes, tools } from '#domains/audit/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import { type AnchorContext, startAnchoring } from './anchor-logs.ts';
import { compareLogs } from './compare-logs.ts';
import { mountAudit } from './routes.ts';

export const auditDomain: Domain<AnchorContext, Account> = {
  name: 'audit',
  capabilities,
  routes,
  tools,
  open: (context) => ({
    mount: (mount) => mountAudit(mount, context.database),
    rebuild: () => compareLogs(context.database, context.clock),
    start: () => startAnchoring(context),
  }),
};

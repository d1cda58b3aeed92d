import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes, tools, vocabulary } from '#domains/trace/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import { planEvents } from './demo/demo-steps.ts';
import type { Trace } from './open-trace.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';
import { mountTrace } from './routes.ts';

export const traceDomain: Domain<{ trace: Trace }, Account> = {
  name: 'trace',
  capabilities,
  routes,
  tools,
  vocabulary,
  open: ({ trace }) => ({
    mount: (mount) => mountTrace(mount, trace),
    rebuild: (options) => rebuildProjections(trace.database, options),
    demoSteps: (world) => planEvents(trace, world),
  }),
};

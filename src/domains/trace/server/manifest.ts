import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes, tools, vocabulary } from '#domains/trace/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import { planEvents } from './demo/demo-steps.ts';
import type { Trace } from './open-trace.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';
import { mountTrace } from './routes.ts';

export const traceDomain: Domain<{ trace: Trace }, Account> = {
  name: 'trace',
  tables: [
    'asset_grams',
    'asset_links',
    'asset_list',
    'asset_locations',
    'asset_states',
    'assets',
    'epcis_events',
    'event_marks',
    'event_times',
    'participant_activity',
    'recording_quotas',
    'trace_days',
    'trace_happened_days',
    'trace_progress',
    'trace_totals',
  ],
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

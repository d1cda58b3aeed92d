import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes, tools, vocabulary } from '#domains/registry/contract.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Log } from '#platform/server/log.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import { startAutopay } from './autopay/charge-due.ts';
import { compareAutopays } from './autopay/seal-autopay.ts';
import { planRegistry } from './demo/demo-steps.ts';
import { startPayingOnChain } from './demo/pay-on-chain.ts';
import { mountNotices } from './notices/mount-notices.ts';
import { startNotices } from './notices/start-notices.ts';
import { openRegistry, type RegistryServices } from './open-registry.ts';
import { rebuildRegistry } from './rebuild/rebuild-registry.ts';
import { mountRegistry } from './routes.ts';
import { openLevyJobs } from './taxes/levy-jobs/levy-roll.ts';
import { startCharging } from './taxes/start-charging.ts';

type Services = RegistryServices & { readonly mailer: Mailer | undefined; readonly log: Log };

export const registryDomain: Domain<Services, Account> = {
  name: 'registry',
  tools,
  vocabulary,
  tables: [
    'assessment_appeals',
    'assessments',
    'bill_corrections',
    'bill_waivers',
    'autopay_charges',
    'autopays',
    'bills',
    'city_features',
    'claim_codes',
    'claim_tries',
    'levy_jobs',
    'levy_rejections',
    'notice_progress',
    'notice_recipients',
    'notice_schedules',
    'notices',
    'parcel_blocks',
    'parcel_cells',
    'parcel_documents',
    'parcel_exemptions',
    'parcel_holders',
    'parcel_rights',
    'parcel_successions',
    'parcels',
    'registry_parties',
    'registry_totals',
    'tax_rates',
  ],
  capabilities,
  routes,
  open(services) {
    const registry = openRegistry(services);
    const levies = openLevyJobs(registry, services.log);
    return {
      mount(mount) {
        mountRegistry(mount, registry, levies);
        mountNotices(mount, registry, services.mailer);
      },
      start() {
        const notices = startNotices(registry, services.mailer, services.log);
        const running = [
          startCharging(registry),
          startAutopay(registry, services.log),
          levies.resume(),
          notices,
          startPayingOnChain(registry),
        ];
        return {
          async stop() {
            await Promise.all(running.map((one) => one.stop()));
          },
        };
      },
      async rebuild(options) {
        const found = await rebuildRegistry(registry.database, { ...options, timeZone: registry.timeZone });
        return [...found, ...(await compareAutopays(registry.payments))];
      },
      demoSteps: (world) => planRegistry(registry, world),
    };
  },
};

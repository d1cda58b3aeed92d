import { capabilities, routes, tools, vocabulary } from '#domains/ledger/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Ledger } from './open-ledger.ts';
import { rebuildTiles } from './rebuild-tiles.ts';
import { mountLedger } from './routes.ts';
import { LEDGER_TABLES } from './tables/ledger-tables.ts';

export const ledgerDomain: Domain<{ ledger: Ledger }, Account> = {
  name: 'ledger',
  tables: LEDGER_TABLES,
  capabilities,
  routes,
  tools,
  vocabulary,
  open: ({ ledger }) => ({
    mount: (mount) => mountLedger(mount, ledger),
    async rebuild({ repair }) {
      const wrong = await ledger.database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => rebuildTiles(tx, repair));
      if (wrong.length === 0) return [];
      return [{ projection: 'merkle_tiles', count: wrong.length, examples: wrong.slice(0, 3), repairable: true }];
    },
  }),
};

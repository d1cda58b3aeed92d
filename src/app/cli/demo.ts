import { beginDemoWorld, fillDemoWorld } from '#app/server/fill-demo-world.ts';
import { createDemoClock } from '#domains/demo/server/index.ts';
import { readBlocksAt, readHead } from '#domains/ledger/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import type { AddCommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';

export const addDemo: AddCommand = (program, terminal) => {
  program
    .command('demo')
    .description('fill an empty ledger with demo data: sample participants, assets and journeys')
    .action(async () => {
      const config = terminal.config();
      if (config.production)
        throw new Failure('Demo data is not allowed in production: the demo accounts have published passwords.', 2);
      const clock = createDemoClock();
      const blocks = await withWorkspace(
        terminal,
        async ({ services, whenSigned }) => {
          const [genesis] = await readBlocksAt(services.database, [0]);
          if (genesis?.data['demo'] !== true)
            throw new Failure(
              'This ledger was created for real use. Demo data needs an empty ledger: set CAIRN_DATA_DIR to a new folder.',
            );
          const before = await readHead(services.database);
          await fillDemoWorld(services, clock);
          await whenSigned();
          return (await readHead(services.database)).length - before.length;
        },
        { config: { ...config, demo: true }, clock, beforeGenesis: () => beginDemoWorld(clock) },
      );
      terminal.out(
        blocks === 0 ? 'The demo data is already there.' : `Recorded the demo data: ${counted(blocks, 'block')}.`,
      );
    });
};

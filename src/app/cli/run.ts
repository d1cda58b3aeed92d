import { Command } from 'commander';
import { addAdminCreate } from './admin-create.ts';
import { addDemo } from './demo.ts';
import { addExport } from './export.ts';
import { explain } from './failure.ts';
import { addImportEpcis } from './import-epcis.ts';
import { addLedger } from './ledger.ts';
import { addRebuild } from './rebuild.ts';
import type { Terminal } from './terminal.ts';
import { addVerify } from './verify.ts';
import { addWitness } from './witness/witness.ts';

const HELP_AFTER = `
Exit codes: 0 all is well; 1 it is not (a bad block, a refused document, a projection that differs);
            2 it could not be done (usage, a missing file, no connection).

The data folder (CAIRN_DATA_DIR, ./data) or DATABASE_URL say which ledger is meant, as for the server. A server that is
running on the data folder may go on running.`;

/** Runs a command line and resolves to its exit code. Never throws. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('cairn')
    .description('Supply-chain traceability on a ledger that anyone can verify')
    .addHelpText('after', HELP_AFTER)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  let exitCode = 0;
  const finish = (code: number) => {
    exitCode = code;
  };
  for (const add of [addImportEpcis, addVerify, addExport, addRebuild, addAdminCreate, addDemo, addLedger, addWitness])
    add(program, terminal, finish);
  try {
    if (args.length === 0) program.help({ error: true });
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    const { message, exitCode: code } = explain(error);
    if (message !== undefined) terminal.note(message);
    return code;
  }
}

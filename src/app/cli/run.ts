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
Exit codes: 0 success; 1 a check failed (a bad block, a rejected document, a table that differs);
            2 the command could not run (usage, a missing file, no connection).

CAIRN_DATA_DIR (default ./data) or DATABASE_URL selects the ledger, as for the server. A server may keep running on
the data folder.`;

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

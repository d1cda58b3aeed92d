import { parseArgs } from 'node:util';
import { tamper } from './tamper/tamper.ts';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    mode: { type: 'string', default: 'both' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `npm run torture -- [--rounds 100] [--seed N] [--mode one|two|both]
npm run torture -- --mode tamper [--only TEXT]

Kills the server and PostgreSQL (kill -9) at random moments under load, and checks after each round that every
acknowledged event is there once, that a retried key gives the same block, and that the chain validates.

With --mode tamper, alters the database and the data folder as an attacker would, each time on a new copy of a ledger,
and prints who notices and after how long. --only takes the cases whose name contains a text.`;

process.exitCode = values.help ? help() : values.mode === 'tamper' ? await runTamper() : await run();

function help(): number {
  console.log(HELP);
  return 0;
}

async function run(): Promise<number> {
  const rounds = Number(values.rounds);
  const seed = Number(values.seed);
  console.log(`Seed ${seed}. Repeat with: npm run torture -- --rounds ${rounds} --seed ${seed}`);
  const modes = (['one server', 'two servers'] as const).filter(
    (mode) => values.mode === 'both' || mode.startsWith(values.mode),
  );
  try {
    for (const mode of modes) {
      console.log(`\nWith ${mode}:`);
      const share = Math.ceil(rounds / modes.length);
      const { events, blocks } = await torture({
        mode,
        rounds: share,
        seed,
        report: (line) => console.log(`  ${line}`),
      });
      console.log(`  ${events} events were acknowledged; the log has ${blocks} blocks, and every proof is valid.`);
    }
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  }
}

async function runTamper(): Promise<number> {
  console.log('| altered | noticed by | after |\n|---|---|---|');
  const findings = await tamper({
    match: values.only,
    report({ name, noticed, right }) {
      const detectors = [...noticed.keys()].join(', ') || 'nobody';
      const seconds = [...noticed.values()].map((milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`).join(', ');
      console.log(`| ${name}${right ? '' : ' **(not as expected)**'} | ${detectors} | ${seconds} |`);
    },
  });
  const wrong = findings.filter(({ right }) => !right).length;
  console.log(`\n${findings.length} cases, ${wrong === 0 ? 'all as expected' : `${wrong} not as expected`}.`);
  return wrong === 0 ? 0 : 1;
}

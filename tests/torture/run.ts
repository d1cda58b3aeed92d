import { parseArgs } from 'node:util';
import { bin, runCommand } from '../../scripts/run-command.ts';
import { tortureChain } from './chain.ts';
import { attacks } from './flood/attacks.ts';
import { flood, toTableRow } from './flood/flood.ts';
import { mirror } from './market/mirror.ts';
import { tamper } from './tamper/tamper.ts';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    mode: { type: 'string', default: 'both' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HEALTH_MILLISECONDS_MAX = 250;
const CHAIN_ROUNDS = 25;
const MIRROR_ROUNDS = 30;
const FUZZ_ROUNDS = 1000;

const HELP = `npm run torture -- [--rounds 100] [--seed N] [--mode one|two|both]
npm run torture -- --mode chain [--rounds ${CHAIN_ROUNDS}] [--seed N]
npm run torture -- --mode mirror [--rounds ${MIRROR_ROUNDS}] [--seed N]
npm run torture -- --mode tamper|flood [--only TEXT]
npm run torture -- --mode fuzz [--rounds ${FUZZ_ROUNDS}] [--seed N]

Kills the server and PostgreSQL (kill -9) at random moments under load, and checks after each round that every
acknowledged event exists once, that a retried key returns the same block, and that the chain validates.

With --mode chain, does the same while accounts send transactions to the embedded Ethereum chain: every acknowledged one must
be in exactly one block of one chain.

With --mode mirror, accounts trade property shares on two servers, while these, PostgreSQL and the network fail, strangers send the
same bytes again, and days pass: half of the rounds on the embedded chain, half on anvil. After each round the contracts must
match the records, to the share and the cent.

With --mode tamper, alters the database and the data folder as an attacker would, each time on a new copy of a ledger,
and prints which checks detect it, and after how long. --only selects the cases whose name contains a text.

With --mode flood, one client after another floods a server that has its limits on. Prints how each was answered and the
slowest health response meanwhile, which must stay below ${HEALTH_MILLISECONDS_MAX} ms.

With --mode fuzz, sends this many generated inputs to each route: none may break it, and none that violates its schema
may be accepted.`;

const modes: Readonly<Record<string, () => Promise<number>>> = {
  chain: runChain,
  mirror: runMirror,
  tamper: runTamper,
  flood: runFlood,
  fuzz: runFuzz,
};
process.exitCode = values.help ? help() : await (modes[values.mode] ?? run)();

function help(): number {
  console.log(HELP);
  return 0;
}

async function run(): Promise<number> {
  const rounds = Number(values.rounds ?? 100);
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

async function runChain(): Promise<number> {
  const rounds = Number(values.rounds ?? CHAIN_ROUNDS);
  const seed = Number(values.seed);
  console.log(`Seed ${seed}. Repeat with: npm run torture -- --mode chain --rounds ${rounds} --seed ${seed}`);
  try {
    const { transactions, blocks } = await tortureChain({ rounds, seed, report: (line) => console.log(`  ${line}`) });
    console.log(`  ${transactions} transactions were answered, in a chain of ${blocks} blocks.`);
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  }
}

async function runMirror(): Promise<number> {
  const rounds = Number(values.rounds ?? MIRROR_ROUNDS);
  const seed = Number(values.seed);
  console.log(`Seed ${seed}. Repeat with: npm run torture -- --mode mirror --rounds ${rounds} --seed ${seed}`);
  try {
    for (const network of ['embedded', 'anvil'] as const) {
      console.log(`\nOn ${network}:`);
      const share = Math.ceil(rounds / 2);
      const counts = await mirror({ network, rounds: share, seed, report: (line) => console.log(`  ${line}`) });
      console.log(`  ${JSON.stringify(counts)}`);
      const missing = Object.entries(counts).filter(([, count]) => count === 0);
      if (missing.length > 0) throw new Error(`Never happened: ${missing.map(([name]) => name).join(', ')}`);
    }
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  }
}

async function runTamper(): Promise<number> {
  console.log('| altered | detected by | after |\n|---|---|---|');
  const findings = await tamper({
    match: values.only,
    report({ name, noticed, right }) {
      const detectors = [...noticed.keys()].join(', ') || 'no check';
      const seconds = [...noticed.values()].map((milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`).join(', ');
      console.log(`| ${name}${right ? '' : ' **(not as expected)**'} | ${detectors} | ${seconds} |`);
    },
  });
  const wrong = findings.filter(({ right }) => !right).length;
  console.log(`\n${findings.length} cases, ${wrong === 0 ? 'all as expected' : `${wrong} not as expected`}.`);
  return wrong === 0 ? 0 : 1;
}

async function runFlood(): Promise<number> {
  console.log('| attack | requests | answers | slowest health response |\n|---|---|---|---|');
  const names = Object.keys(attacks).filter((name) => name.includes(values.only ?? ''));
  const floods = await flood({ names, report: (one) => console.log(toTableRow(one)) });
  const slow = floods.filter((one) => one.slowestHealthMilliseconds >= HEALTH_MILLISECONDS_MAX);
  for (const { attack } of slow) console.error(`Health took ${HEALTH_MILLISECONDS_MAX} ms or more during: ${attack}`);
  return slow.length === 0 ? 0 : 1;
}

async function runFuzz(): Promise<number> {
  const rounds = values.rounds ?? String(FUZZ_ROUNDS);
  console.log(
    `Seed ${values.seed}. Repeat with: npm run torture -- --mode fuzz --rounds ${rounds} --seed ${values.seed}`,
  );
  const args = ['run', '--project', 'server', 'src/app/server/route-fuzz.test.ts'];
  const env = { CAIRN_FUZZ_RUNS: rounds, CAIRN_FUZZ_SEED: values.seed };
  return (await runCommand(bin('vitest'), args, { show: true, env })).code;
}

import { readFileSync } from 'node:fs';
import { type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { hostileWallet } from '#contracts/artifacts/hostile-wallet.gen.ts';
import { TRANSACTION_GAS_MAX } from '#platform/server/evm/embedded/chain-rules.ts';
import { addressOf, engines, type Market, openMarket, steps } from './market.fixture.ts';

/** Measured with fixed keys and names, because zeros in the data of a transaction cost less. `-u` writes it. */
const SNAPSHOT = '../../contracts/gas.json';
const { deposit, withdraw, place, fill, close, withdrawTo } = steps;
const BURN_GAS = 3;

describe.each(engines)('on $name', ({ open, present }) => {
  test.skipIf(!present)(
    'the gas of each action is that of contracts/gas.json, and fits into a transaction',
    async () => {
      const chain = await open();
      try {
        const gas = await measure(await openMarket(chain));
        for (const [action, used] of Object.entries(gas))
          expect({ action, fits: used < Number(TRANSACTION_GAS_MAX) }).toEqual({ action, fits: true });
        await expect(`${JSON.stringify(gas, undefined, 2)}\n`).toMatchFileSnapshot(SNAPSHOT);
      } finally {
        await chain.stop();
      }
    },
  );
});

test('the documentation states the measured gas', () => {
  const readme = readFileSync(new URL('../../contracts/README.md', import.meta.url), 'utf8');
  const gas = JSON.parse(readFileSync(new URL(SNAPSHOT, import.meta.url), 'utf8')) as Record<string, number>;
  const missing = Object.entries(gas).filter(([, used]) => !readme.includes(used.toLocaleString('en-US')));
  expect(missing).toEqual([]);
});

async function measure(m: Market): Promise<Record<string, number>> {
  const gas: Record<string, number> = {};
  const note = (action: string, { gasUsed }: { readonly gasUsed: bigint }) => {
    gas[action] = Number(gasUsed);
  };
  const settle = async (action: string, list: readonly Hex[]) => note(action, await m.settle(list));
  note('deploy PropertyShares', { gasUsed: m.gasOfDeployment.shares });
  note('deploy ShareMarket', { gasUsed: m.gasOfDeployment.market });
  await measureIssues(m, note);

  await settle('deposit, first of an account', [deposit('ada', 1_000_000n)]);
  await settle('deposit', [deposit('ada', 1_000_000n)]);
  await settle('withdraw', [withdraw(addressOf('ada'), 5_000n)]);
  await settle('place a sale', [place(1n, addressOf('issuer'), 'sale', 10n, 25_000n)]);
  await settle('place a purchase', [place(2n, addressOf('ada'), 'purchase', 10n, 20_000n)]);
  await settle('close a sale', [close(1n)]);
  await settle('close a purchase', [close(2n)]);
  await settle('withdrawTo a key', [withdrawTo(addressOf('issuer'), 10n, m.accounts.admin)]);
  const { address: wallet } = await m.deploy(encodeDeployData(hostileWallet));
  const prepare = { abi: hostileWallet.abi, functionName: 'prepare', args: [BURN_GAS, wallet, '0x'] } as const;
  await m.send('admin', { to: wallet, data: encodeFunctionData(prepare) });
  await settle('withdrawTo a wallet that burns all gas', [withdrawTo(addressOf('issuer'), 10n, wallet)]);
  await measureFills(m, settle);
  await measureFullCalls(m, settle, wallet);
  return gas;
}

async function measureIssues(m: Market, note: (action: string, receipt: { gasUsed: bigint }) => void) {
  const holders = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [n === 0 ? 'issuer' : `holder ${n}`, 1_000n]));
  for (const [n, count] of [1, 5, 150].entries())
    note(`issue to ${count} holder${count === 1 ? '' : 's'}`, await m.issue(BigInt(n + 1), holders(count)));
  note('allow', await m.send('market', m.toShares('allow', 1n, addressOf('ada'), true)));
}

type Settle = (action: string, list: readonly Hex[]) => Promise<void>;

/** Purchases that trade with sales of as many accounts, which have no cash before. */
async function measureFills(m: Market, settle: Settle) {
  let orderId = 100n;
  for (const count of [1, 2, 3, 50]) {
    const sellers = Array.from({ length: count }, (_, n) => `seller ${n} of ${count}`);
    const tokenId = BigInt(1_000 + count);
    await m.issue(tokenId, { issuer: 1n, ...Object.fromEntries(sellers.map((name) => [name, 10n])) });
    const first = orderId + 1n;
    await m.settle(sellers.map((name, n) => place(first + BigInt(n), addressOf(name), 'sale', 10n, 100n, { tokenId })));
    orderId = first + BigInt(count);
    await settle(`place with ${count} fill${count === 1 ? '' : 's'}`, [
      place(orderId, addressOf('ada'), 'purchase', 10n * BigInt(count), 100n, { tokenId }),
      ...sellers.map((_, n) => fill(first + BigInt(n), orderId, 10n)),
    ]);
  }
}

/** Calls of a hundred steps that write balances which were zero, and wallets that use all gas they get. */
async function measureFullCalls(m: Market, settle: Settle, wallet: Address) {
  const names = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n}`);
  const issue = async (tokenId: bigint, holders: readonly string[]) => {
    await m.issue(tokenId, { issuer: 1n, ...Object.fromEntries(holders.map((name) => [name, 10n])) });
    return (name: string, n: number) =>
      place(tokenId * 1_000n + BigInt(n), addressOf(name), 'sale', 10n, 90n, { tokenId });
  };
  await settle(
    '100 first deposits',
    names('depositor', 100).map((name) => deposit(name, 1_000n)),
  );
  const holders = names('holder', 100);
  await settle('100 sales', holders.map(await issue(5_000n, holders)));
  const [sellers, buyers] = [names('seller', 50), names('buyer', 50)];
  await m.settle(sellers.map(await issue(5_001n, sellers)));
  await m.settle(buyers.map((name) => deposit(name, 1_000n)));
  const trade = (name: string, n: number) => [
    place(9_000_000n + BigInt(n), addressOf(name), 'purchase', 10n, 100n, { tokenId: 5_001n }),
    fill(5_001_000n + BigInt(n), 9_000_000n + BigInt(n), 10n),
  ];
  await settle('50 purchases with a fill each', buyers.flatMap(trade));
  const others = names('holder', 60);
  await settle('60 sales and 40 withdrawals to a wallet that burns all gas', [
    ...others.map(await issue(5_002n, others)),
    ...Array<Hex>(40).fill(withdrawTo(addressOf('issuer'), 1n, wallet)),
  ]);
}

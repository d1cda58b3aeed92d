import fc from 'fast-check';
import type { Abi } from 'viem';
import { describe, expect, test } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { type ChainUnderTest, hasAnvil, openAnvil } from '#platform/server/evm/testing/engines.fixture.ts';
import { chooseCall, type DrawnCall, drawnCall, drawnStep } from './drawn-calls.fixture.ts';
import { addressOf, engines, idOf, type Market, openEmbedded, openMarket } from './market.fixture.ts';
import { encodeStep, ISSUES, keyOf, NAMES, newWorld, WALLET, type World } from './market-model.fixture.ts';

/** Milliseconds. Ends the search for a smaller example in time to report the found one. */
const TIME_MAX = 120_000;
const CALLS = 40;
/** Calls between two full comparisons. A difference persists. */
const CHECKED_CALLS = 6;
const REPLAYED_STEPS = 400;
const REPLAYED_CALL_STEPS = 4;

describe.each(engines)('on $name', ({ name, open, present }) => {
  // anvil makes a block several times as fast.
  const runs = name === 'anvil' ? 10 : 3;

  test.skipIf(!present)('random calls leave the state of the model, and conserve cash, shares and escrow', async () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    const chain = await open();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(drawnCall, { minLength: CALLS, maxLength: CALLS }), async (calls) => {
          await play(await openIssued(chain), calls, { count, check: expectWorld });
        }),
        { numRuns: runs, interruptAfterTimeLimit: TIME_MAX },
      );
    } finally {
      await chain.stop();
    }
    // A run that traded nothing would prove nothing.
    for (const [what, least] of [
      ['fill', 20],
      ['place', 50],
      ['close', 10],
      ['withdraw', 3],
      ['withdrawTo', 3],
      ['refused', 10],
      ['NotOpen', 1],
      ['WrongTime', 1],
    ] as const)
      expect({ what, seen: (seen.get(what) ?? 0) >= least }).toEqual({ what, seen: true });
  });
});

test.skipIf(!hasAnvil)(`${REPLAYED_STEPS} steps have the same receipts and the same end on both engines`, async () => {
  const seed = Date.now() % 2 ** 31;
  const drawn = fc.sample(drawnStep, { seed, numRuns: REPLAYED_STEPS });
  const calls = Array.from({ length: REPLAYED_STEPS / REPLAYED_CALL_STEPS }, (_, n) => ({
    seconds: n % 10 === 9 ? -1 : n % 3,
    drawn: drawn.slice(n * REPLAYED_CALL_STEPS, (n + 1) * REPLAYED_CALL_STEPS),
  }));
  const [ours, theirs] = [await openEmbedded(), await openAnvil(4243, 1_800_000_000)];
  try {
    const ends = [];
    for (const chain of [ours, theirs]) {
      const receipts: unknown[] = [];
      const m = await openIssued(chain);
      const world = await play(m, calls, {
        onReceipt: ({ status, gasUsed, logs }) =>
          receipts.push({
            status,
            gasUsed,
            logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
          }),
      });
      await expectWorld(m, world);
      ends.push({ receipts, world });
    }
    expect(ends[0]!.receipts).toHaveLength(calls.length);
    expect({ seed, ...ends[1] }).toEqual({ seed, ...ends[0] });
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
});

async function openIssued(chain: ChainUnderTest): Promise<Market> {
  const m = await openMarket(chain);
  for (const { tokenId, holders, royalty, isPublic, allowed } of ISSUES) {
    await m.issue(tokenId, holders, { royalty, isPublic });
    for (const name of allowed) await m.send('market', m.toShares('allow', tokenId, addressOf(name), true));
  }
  for (const name of NAMES) await m.send('admin', m.toShares('openCustody', idOf(name)));
  return m;
}

type Receipt = Awaited<ReturnType<Market['send']>>;
type Listeners = {
  readonly count?: (what: string) => unknown;
  readonly check?: (m: Market, world: World) => Promise<void>;
  readonly onReceipt?: (receipt: Receipt) => unknown;
};

/** Sends the calls, and compares each outcome with that of the model. Returns the world after the last one. */
async function play(m: Market, calls: readonly DrawnCall[], { count, check, onReceipt }: Listeners): Promise<World> {
  let world = newWorld();
  let sequence = 1n;
  let checked = 0;
  for (const drawn of calls) {
    const { chosen, refusal, time, next } = chooseCall(world, drawn);
    const list = chosen.map((step) => encodeStep(step, m.accounts.admin));
    const call = m.settling(list, { time, at: sequence });
    const receipt = await m.send('market', call);
    // A successful call has no reason, and requesting one takes as long as sending the call.
    const isExpected = refusal === undefined && receipt.status === 'success';
    const reason = isExpected ? undefined : await m.reasonOf('market', call);
    expect({ chosen, status: receipt.status, reason: reason?.replace(/\(.*/, '') }).toEqual({
      ...{ chosen, status: refusal === undefined ? 'success' : 'reverted', reason: refusal },
    });
    onReceipt?.(receipt);
    if (refusal === undefined) {
      sequence += 1n;
      for (const { kind } of chosen) count?.(kind);
    } else for (const what of ['refused', refusal]) count?.(what);
    world = next;
    checked += 1;
    if (checked % CHECKED_CALLS === 0) await check?.(m, world);
  }
  return world;
}

/** Reads everything that the contracts store in one call, and compares it with the model and with itself. */
async function expectWorld(m: Market, world: World): Promise<void> {
  const addressIn = (name: string) => (name === WALLET ? m.accounts.admin : addressOf(name));
  const everyone = [...NAMES, WALLET];
  const tokens = ISSUES.map(({ tokenId }) => tokenId);
  const orders = [...world.orders.values()];
  const pairs = tokens.flatMap((tokenId) => everyone.map((name) => ({ tokenId, name })));
  const ofShares = (functionName: string, ...args: unknown[]) => ({
    ...{ address: m.shares, abi: propertyShares.abi as Abi, functionName, args },
  });
  const ofMarket = (functionName: string, ...args: unknown[]) => ({
    ...{ address: m.market, abi: shareMarket.abi as Abi, functionName, args },
  });
  const contracts = [
    ...everyone.map((name) => ofMarket('cashOf', addressIn(name))),
    ...pairs.map(({ tokenId, name }) => ofShares('balanceOf', addressIn(name), tokenId)),
    ...pairs.map(({ tokenId, name }) => ofMarket('held', addressIn(name), tokenId)),
    ...tokens.map((tokenId) => ofShares('totalSupply', tokenId)),
    ofMarket('totalCents'),
    ...orders.map(({ orderId }) => ofMarket('order', orderId)),
  ];
  const answers = (await m.client.multicall({ contracts, allowFailure: false, deployless: true })) as unknown[];
  const take = (count: number) => answers.splice(0, count) as bigint[];
  const cash = take(everyone.length).map((units) => units / 10_000n);
  const [shares, held] = [take(pairs.length), take(pairs.length)];
  const [supplies, [total]] = [take(tokens.length), take(1)];
  const opens = (answers as { open: bigint }[]).map(({ open }) => open);
  const at = (amounts: Map<string, bigint>) =>
    pairs.map(({ tokenId, name }) => amounts.get(keyOf(tokenId, name)) ?? 0n);
  expect({ cash, shares, held, total, opens }).toEqual({
    cash: everyone.map((name) => world.cash.get(name) ?? 0n),
    shares: at(world.shares),
    held: at(world.held),
    total: world.total,
    opens: orders.map(({ open }) => open),
  });
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
  const escrow = sum(orders.map(({ side, price }, n) => (side === 'purchase' ? price * opens[n]! : 0n)));
  expect(sum(cash) + escrow).toBe(total);
  expect(sum(held)).toBe(sum(orders.map(({ side }, n) => (side === 'sale' ? opens[n]! : 0n))));
  tokens.forEach((_, n) => {
    const issued = sum(Object.values(ISSUES[n]!.holders));
    expect([supplies[n], sum(shares.slice(n * everyone.length, (n + 1) * everyone.length))]).toEqual([issued, issued]);
  });
}

import { describe, expect, test } from 'vitest';
import type { VerificationCode } from '#domains/payments/contract.ts';
import type { MinedTransaction, RouterPayment, Transfer } from './read-transaction.ts';
import { judgeTransaction, normalizeHash, type Terms } from './verify-transaction.ts';

type Hex = `0x${string}`;
const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const bytes = (digit: string): Hex => `0x${digit.repeat(64)}`;
const [payer, stranger, usdc, reference] = [address('a'), address('b'), address('c'), bytes('d')];
const NOW = 1_800_000_000_000;
const ETH = address('0');

const terms: Terms = {
  contracts: { chainId: 7, router: address('1'), usdc, treasury: address('2') },
  confirmations: 3,
  method: 'usdc',
  amountCents: 10_000,
  reference,
  billedAt: NOW - 1000,
  quotes: [{ centsPerEth: 250_000, rateBlock: 1, from: NOW - 60_000, until: NOW + 60_000 }],
  payers: [],
  isUsed: () => false,
};
const event = (change: Partial<RouterPayment> = {}): RouterPayment => ({
  reference,
  payer,
  token: usdc,
  amount: 100_000_000n,
  position: 1,
  ...change,
});
const transfer = (change: Partial<Transfer> = {}): Transfer => ({
  payer,
  amount: 100_000_000n,
  position: 0,
  ...change,
});
const mined = (change: Partial<MinedTransaction> = {}): MinedTransaction => ({
  hash: bytes('e'),
  succeeded: true,
  block: 10,
  blockHash: bytes('f'),
  isCanonical: true,
  blockAt: NOW,
  head: 12,
  routerPayments: [event()],
  usdcTransfers: [transfer()],
  ethTransfer: undefined,
  ...change,
});
const plain = (...usdcTransfers: Transfer[]) => mined({ routerPayments: [], usdcTransfers });
const judge = (transaction: MinedTransaction | 'pending' | 'unknown', change: Partial<Terms> = {}, chainId = 7) =>
  judgeTransaction({ chainId, transaction }, { ...terms, ...change });

const eth = { method: 'eth' } as const;
const ethEvent = (amount: bigint) => mined({ routerPayments: [event({ token: ETH, amount })], usdcTransfers: [] });
const sent = mined({
  routerPayments: [],
  usdcTransfers: [],
  ethTransfer: transfer({ position: -1, amount: 4n * 10n ** 16n }),
});

const cases: readonly [VerificationCode, string, ReturnType<typeof judge>][] = [
  ['WRONG_CHAIN', 'another chain', judge(mined(), {}, 8)],
  ['NOT_FOUND', 'a hash that the chain does not know', judge('unknown')],
  ['PENDING', 'a transaction without a block', judge('pending')],
  ['REVERTED', 'a failed transaction', judge(mined({ succeeded: false, head: 10 }))],
  ['NOT_CONFIRMED', 'one confirmation less than needed', judge(mined({ head: 11 }))],
  ['REORGED', 'a block that was replaced', judge(mined({ isCanonical: false }))],
  ['BEFORE_BILL', 'a block from before the bill', judge(mined({ blockAt: NOW - 61_001 }))],
  [
    'NO_TRANSFER_TO_TREASURY',
    'another reference',
    judge(mined({ routerPayments: [event({ reference: bytes('9') })] })),
  ],
  [
    'NO_TRANSFER_TO_TREASURY',
    'another token in the event',
    judge(mined({ routerPayments: [event({ token: stranger })] })),
  ],
  ['NO_TRANSFER_TO_TREASURY', 'no transfer', judge(plain(), { payers: [payer] })],
  [
    'NO_TRANSFER_TO_TREASURY',
    'a transfer of another wallet',
    judge(plain(transfer({ payer: stranger })), { payers: [payer] }),
  ],
  ['NO_TRANSFER_TO_TREASURY', 'ETH for a payment in USDC', judge(sent, { payers: [payer] })],
  ['NO_TRANSFER_TO_TREASURY', 'USDC for a payment in ETH', judge(plain(transfer()), { ...eth, payers: [payer] })],
  [
    'NO_TRANSFER_TO_TREASURY',
    'the transfer of a payment for another reference',
    judge(mined({ routerPayments: [event({ reference: bytes('9') })] }), { payers: [payer] }),
  ],
  ['PAYER_NOT_PROVEN', 'a plain transfer without a proven payer', judge(plain(transfer()))],
  ['AMBIGUOUS', 'two plain transfers', judge(plain(transfer(), transfer({ position: 3 })), { payers: [payer] })],
  ['ALREADY_USED', 'a transfer that counts elsewhere', judge(mined(), { isUsed: (_, position) => position === 1 })],
  ['QUOTE_EXPIRED', 'a block after the quote', judge({ ...ethEvent(1n), blockAt: NOW + 60_001 }, eth)],
  ['QUOTE_EXPIRED', 'a payment without a quote', judge(ethEvent(1n), { ...eth, quotes: [] })],
  ['DUST', 'less than a cent', judge(mined({ routerPayments: [event({ amount: 9999n })] }))],
  ['DUST', 'one wei', judge(ethEvent(1n), eth)],
  ['UNDERPAID', 'a cent less', judge(mined({ routerPayments: [event({ amount: 99_999_999n })] }))],
  ['UNDERPAID', 'a wei less', judge(ethEvent(4n * 10n ** 16n - 1n), eth)],
  ['EXACT', 'the amount', judge(mined())],
  ['EXACT', 'the amount in ETH', judge(ethEvent(4n * 10n ** 16n), eth)],
  ['EXACT', 'a plain transfer of a proven payer', judge(plain(transfer()), { payers: [stranger, payer] })],
  ['EXACT', 'ETH from a proven payer', judge(sent, { ...eth, payers: [payer] })],
  [
    'EXACT',
    'two events for the same payment',
    judge(mined({ routerPayments: [event({ amount: 60_000_000n }), event({ amount: 40_000_000n, position: 4 })] })),
  ],
  ['OVERPAID', 'a cent more', judge(mined({ routerPayments: [event({ amount: 100_010_000n })] }))],
];

describe('the fourteen checks', () => {
  test.each(cases)('answer %s to %s', (code, _, verdict) => expect(verdict.code).toBe(code));

  test('run in their order: the first that fails decides', () => {
    const late = { isCanonical: false, blockAt: 0, routerPayments: [event({ amount: 1n })] };
    expect(judge(mined({ ...late, succeeded: false, head: 10 })).code).toBe('REVERTED');
    expect(judge(mined({ ...late, head: 10 })).code).toBe('NOT_CONFIRMED');
    expect(judge(mined(late)).code).toBe('REORGED');
    expect(judge(mined({ ...late, isCanonical: true })).code).toBe('BEFORE_BILL');
  });

  test('claim what fits while it waits, and nothing that does not', () => {
    expect(judge(mined({ head: 10 })).transfers).toHaveLength(1);
    expect(judge(mined({ head: 10, routerPayments: [] })).transfers).toEqual([]);
    expect(judge(mined({ head: 10, isCanonical: false })).transfers).toEqual([]);
  });

  test('compare hashes in lower case, so that no spelling is another transaction', () => {
    expect(normalizeHash(` 0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
    for (const text of ['', '0x', 'ab'.repeat(32), `0x${'ab'.repeat(31)}`, `0x${'zz'.repeat(32)}`])
      expect(normalizeHash(text)).toBeUndefined();
  });
});

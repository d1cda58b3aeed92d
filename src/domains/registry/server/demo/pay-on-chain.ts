import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { listPayments, openDemoWallet } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { surveyCity } from '../city/survey-city.ts';
import type { Registry } from '../open-registry.ts';
import { payBill } from '../payments/pay-tax.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import { openOf } from '../taxes/bill-state.ts';
import { readBills } from '../taxes/bills.ts';

export type PayerOnChain = { readonly propertyId: string; readonly method: 'usdc' | 'eth' };

type Desk = Pick<Registry, 'database'> & {
  readonly digital: Registry['payments']['digital'];
  /** Pays a bill by its number, in cents. */
  payBill(billNumber: string, amount: number, method: PayerOnChain['method']): Promise<Pick<PaymentAnswer, 'next'>>;
};

/** The positions in the sample city of parcels whose owners pay their second installment with a wallet. */
const POSITIONS = [9, 18, 27, 36, 54, 72];
/** The maximum amount, below the sample funds of one wallet. */
const CENTS_MAX = 800_000;
const RETRY_MILLISECONDS = 2000;
const TRIES = 60;

/**
 * Makes payments of owners of the sample city with wallets, through the tax router like any payment. The chain stamps its blocks with the
 * real time, so these payments are made when the demo runs, and not in the weeks of its story. Runs in the background, because
 * the chain takes seconds to start; failed payments are retried.
 */
export function startPayingOnChain(registry: Registry): { stop(): Promise<void> } {
  const { database, payments } = registry;
  const { digital } = payments;
  if (!digital.demo || !digital.chain.isEmbedded) return { stop: () => Promise.resolve() };
  const desk: Desk = {
    database,
    digital,
    payBill: (bill, amount, paymentMethod) => payBill(registry, bill, { amount, paymentMethod }, undefined),
  };
  const stopped = new AbortController();
  let tries = 0;
  let isRunning = false;
  const attempt = () => {
    if (isRunning) return;
    isRunning = true;
    void payOnChain(desk, choosePayers(), stopped.signal)
      .catch(() => tries >= TRIES)
      .then((isDone) => {
        tries += 1;
        if (isDone) clearInterval(timer);
        isRunning = false;
      });
  };
  const timer = setInterval(attempt, RETRY_MILLISECONDS).unref();
  return {
    // Not awaited: the chain may take seconds to start, and refuses pending requests once it is closed.
    async stop() {
      clearInterval(timer);
      stopped.abort();
    },
  };
}

function choosePayers(): PayerOnChain[] {
  const city = [...surveyCity()];
  return POSITIONS.map((position, n) => ({
    propertyId: city[position]?.propertyId ?? '',
    method: n % 2 === 0 ? 'usdc' : 'eth',
  }));
}

/**
 * Pays what is open on each parcel's bill with a wallet of its own, at most $8,000, once: a parcel with a payment by the method is
 * skipped. Returns whether all are paid; false if a method is not offered yet, or the signal stopped it.
 */
export async function payOnChain(
  { database, digital, payBill: open }: Desk,
  payers: readonly PayerOnChain[],
  signal?: AbortSignal,
): Promise<boolean> {
  const due = await Promise.all(
    payers.map(async (payer) => {
      const made = await listPayments(database, { kind: PROPERTY_TAX, subject: payer.propertyId, limit: 100 });
      return made.some(({ method }) => method === payer.method) ? [] : [payer];
    }),
  );
  for (const { propertyId, method } of due.flat()) {
    if (signal?.aborted) return false;
    // The oldest bill first: two owners are late with the second installment of last year.
    const bills = (await readBills(database, [propertyId])).get(propertyId) ?? [];
    const bill = bills.find((one) => openOf(one) > 0);
    if (bill === undefined) continue;
    const amount = Math.min(openOf(bill), CENTS_MAX);
    try {
      const { next } = await open(bill.billNumber, amount, method);
      if (next?.kind !== 'call') continue;
      const pay = await openDemoWallet(digital);
      await pay(next);
    } catch (error) {
      // The sample price of ETH is set a moment after the start.
      if (error instanceof AppError && error.kind.code === 'payments.method_not_offered') return false;
      throw error;
    }
  }
  return true;
}

import type { Account } from '#domains/participants/server/index.ts';
import * as contract from '#domains/payments/contract.ts';
import { verificationCodes } from '#domains/payments/contract.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import { createDemoFunds } from './demo-funds.ts';
import { describeTransaction } from './describe-transaction.ts';
import { type Digital, withChain } from './digital.ts';
import { requireHash } from './digital-method.ts';
import { describePayer, provePayer } from './digital-payers.ts';
import { attachTransaction } from './digital-rows.ts';
import { readFreshRate, readRates, setRate } from './eth-rates.ts';
import { renewQuote } from './quotes.ts';
import { readOwnPending, readProgress, requireByReference, showReceipt } from './read-progress.ts';
import { readUnassigned } from './receipts.ts';
import { verifyNamed } from './recheck-receipts.ts';

/** Serves payments in USDC and ETH. */
export function mountDigital(mount: Mount<Account>, digital: Digital): void {
  const { database, clock } = digital;
  const giveFunds = createDemoFunds(digital);
  const find = (reference: string) => requireByReference(digital, reference);
  const show = async (reference: string) => readProgress(digital, await find(reference));

  mount(contract.readDigitalPayment, ({ params }) => show(params.reference));
  mount(contract.listPendingDigital, async ({ caller }) => ({ payments: await readOwnPending(digital, caller.id) }));
  mount(contract.nameTransaction, async ({ params, body }) => {
    const payment = await find(params.reference);
    const hash = requireHash(body.txHash);
    await attachTransaction(database, payment.paymentId, hash, clock());
    await verifyNamed(digital, payment, hash);
    return show(params.reference);
  });
  mount(contract.renewQuote, async ({ params }) => {
    await renewQuote(digital, await find(params.reference));
    return show(params.reference);
  });
  mount(contract.challengePayer, async ({ params, body }) => {
    const payment = await find(params.reference);
    return { message: await describePayer(digital, payment, body.address) };
  });
  mount(contract.provePayer, async ({ params, body }) => {
    const payment = await find(params.reference);
    await withChain(digital, () => provePayer(digital, payment, body));
    const proven = await find(params.reference);
    if (proven.attachedHash !== null) await verifyNamed(digital, proven, proven.attachedHash);
    return show(params.reference);
  });
  mount(contract.setEthRate, async ({ body, caller }) => {
    const { centsPerEth, setAt, setBy } = await setRate(digital, { ...body, user: caller.username });
    return { centsPerEth, setAt: new Date(setAt).toISOString(), setBy };
  });
  mount(contract.listEthRates, async ({ query }) => {
    const rates = await readRates(database, query.limit);
    const isFresh = (await readFreshRate(database, clock())) !== undefined;
    return { rates: rates.map((rate) => ({ ...rate, setAt: new Date(rate.setAt).toISOString() })), isFresh };
  });
  mount(contract.listUnassigned, async ({ query }) => {
    const { receipts, total } = await readUnassigned(database, query);
    return {
      receipts: receipts.map((receipt) => ({
        ...showReceipt(digital, receipt),
        paymentId: receipt.paymentId,
        explanation: verificationCodes[receipt.code].message,
      })),
      pagination: paginate({ total, ...query }),
    };
  });
  mount(contract.giveDemoFunds, ({ body, ip }) => giveFunds(body.address, ip));
  mount(contract.readTransaction, ({ params }) => describeTransaction(digital, params.hash));
}

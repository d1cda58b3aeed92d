import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { payerNotProven, tooManyPayers } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { isSigned } from '#platform/server/evm/is-signed.ts';
import type { Digital } from './digital.ts';
import type { DigitalPayment } from './digital-rows.ts';

type Hex = `0x${string}`;

/**
 * Returns the message that the owner of a wallet signs to show that it pays for a payment (EIP-4361). The same payment and wallet
 * get the same message, so nothing is stored before it is signed. It names the payment and is valid for no other.
 */
export async function describePayer(digital: Digital, payment: DigitalPayment, wallet: string): Promise<string> {
  const [{ createSiweMessage }, { getAddress }] = await Promise.all([import('viem/siwe'), import('viem')]);
  const { paymentId, chainId, reference, preparedAt } = payment;
  const origin = new URL(digital.origin());
  return createSiweMessage({
    address: getAddress(wallet.toLowerCase()),
    chainId,
    domain: origin.host,
    uri: origin.origin,
    version: '1',
    statement: `Transfers from this wallet to the treasury pay for ${paymentId}. Signing moves no money.`,
    nonce: createHash('sha256').update(`${reference}${wallet.toLowerCase()}`).digest('hex').slice(0, 24),
    issuedAt: new Date(preparedAt),
    requestId: paymentId,
  });
}

/**
 * Binds a wallet to a payment, once its owner signed the message.
 *
 * @throws AppError `payments.payer_not_proven`, `payments.too_many_payers`
 */
export async function provePayer(
  digital: Digital,
  payment: DigitalPayment,
  { address, signature }: { address: string; signature: string },
): Promise<void> {
  const wallet = address.toLowerCase() as Hex;
  const message = await describePayer(digital, payment, wallet);
  if (!(await isSigned(digital.chain, wallet, message, signature as Hex)))
    throw new AppError(payerNotProven, 'The signature is not one of this wallet for this payment.', {
      hint: 'Ask for the message again and sign it unchanged.',
    });
  if (!(await bindPayer(digital.database, payment.paymentId, wallet, digital.clock())))
    throw new AppError(tooManyPayers, `${PAYERS_MAX} wallets are proven for this payment.`, {
      hint: 'Open another payment.',
    });
}

/** The maximum number of wallets bound to one payment. */
const PAYERS_MAX = 10;

/** Binds a wallet to a payment. Returns false if the payment has too many. */
async function bindPayer(database: Database, paymentId: string, address: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ bound: boolean }>`
    with added as (
      insert into digital_payers (payment_id, address, bound_at)
      select ${paymentId}, ${address}, to_timestamp(${now}::float8 / 1000.0)
      where (select count(*) from digital_payers where payment_id = ${paymentId}) < ${PAYERS_MAX}
      on conflict do nothing returning address
    )
    select exists (select 1 from added)
      or exists (select 1 from digital_payers where payment_id = ${paymentId} and address = ${address}) as bound
  `.execute(database);
  return rows[0]?.bound ?? false;
}

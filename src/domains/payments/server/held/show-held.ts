import { sql } from 'kysely';
import { type HeldMoney, type VerificationCode, verificationCodes } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Payments } from '../open-payments.ts';
import { type HeldRow, listHeld } from './held-money.ts';

/** Returns held money as the API shows it. */
export async function showHeld(payments: Pick<Payments, 'database'>, row: HeldRow): Promise<HeldMoney> {
  const [shown] = await showAll(payments, [row]);
  if (shown === undefined) throw new Error('Broken invariant: held money is shown');
  return shown;
}

/** Reads a page of held money. */
export async function readHeld(
  payments: Pick<Payments, 'database'>,
  { show, page, limit }: { show: 'open' | 'decided'; page: number; limit: number },
) {
  const { rows, total, openCents } = await listHeld(payments.database, show, { page, limit });
  const pagination = paginate({ total, page, limit });
  return { money: await showAll(payments, rows), openCents, openFormatted: formatCents(openCents), pagination };
}

async function showAll({ database }: Pick<Payments, 'database'>, rows: readonly HeldRow[]): Promise<HeldMoney[]> {
  const { rows: receipts } = await sql<{ origin: string; code: VerificationCode }>`
    select chain_id || ':' || tx_hash || ':' || log_position as origin, code from digital_receipts
    where tx_hash = any(${textArray(rows.map(({ origin }) => hashIn(origin) ?? ''))}::text[])
  `.execute(database);
  const codes = new Map(receipts.map(({ origin, code }) => [origin, code]));
  return rows.map((row) => {
    const code = codes.get(row.origin);
    return {
      id: row.heldId,
      method: row.method,
      cents: row.cents,
      amountFormatted: formatCents(row.cents),
      arrivedAt: row.arrivedAt,
      cameFor: row.cameFor,
      txHash: hashIn(row.origin) ?? null,
      explanation:
        code === undefined ? 'The card was charged after its payment was closed.' : verificationCodes[code].message,
      state: row.state,
      subject: row.subject,
      paymentId: row.state === 'assigned' ? row.paymentId : null,
      returnHash: row.returnHash,
      reason: row.reason,
      decidedBy: row.decidedBy,
      decidedAt: row.decidedAt,
      heldBlock: row.heldIndex,
      block: row.blockIndex,
    };
  });
}

/** Returns the transaction of an origin, if it is a transfer. */
const hashIn = (origin: string): string | undefined => origin.split(':').find((part) => /^0x[0-9a-f]{64}$/.test(part));

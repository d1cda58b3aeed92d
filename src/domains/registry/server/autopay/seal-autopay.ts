import type { Seals } from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';
import { type AutopayRow, type ChargeRow, readAutopaysOn, readStartedAfter } from './autopays.ts';

type Choice = Omit<AutopayRow, 'seal'>;
type Charge = Pick<
  ChargeRow,
  'propertyId' | 'bill' | 'due' | 'attempt' | 'cardId' | 'accountId' | 'amountCents' | 'startedAt'
>;

/** What an owner chose. Without its seal nothing is charged, because somebody else may have written it into the database. */
const textOfChoice = ({ propertyId, accountId, cardId, daysBefore, offReason }: Choice) =>
  JSON.stringify([propertyId, accountId, cardId, daysBefore, offReason]);

/** A charge without its outcome. */
const textOfCharge = ({ propertyId, bill, due, attempt, cardId, accountId, amountCents }: Charge) =>
  JSON.stringify([propertyId, bill, due, attempt, cardId, accountId, amountCents]);

const [CHOICE, CHARGE] = ['autopay', 'autopay charge'];

export const sealAutopay = (seals: Seals, choice: Choice): Promise<Buffer> => seals.hash(CHOICE, textOfChoice(choice));

export const sealCharge = (seals: Seals, charge: Charge): Promise<Buffer> => seals.hash(CHARGE, textOfCharge(charge));

/** Reports whether an automatic payment is as its owner chose it. */
export const isSealedAutopay = async (seals: Seals, row: AutopayRow): Promise<boolean> =>
  row.seal !== null && (await seals.isHash(row.seal, CHOICE, textOfChoice(row)));

const isSealedCharge = async (seals: Seals, row: ChargeRow): Promise<boolean> =>
  row.seal !== null && (await seals.isHash(row.seal, CHARGE, textOfCharge(row)));

/** @throws DamagedAutopay for a charge that this application did not store like this */
export async function requireSealedCharge(seals: Seals, row: ChargeRow): Promise<void> {
  if (!(await isSealedCharge(seals, row))) throw new DamagedAutopay(row.propertyId, 'a charge');
}

/** Thrown if an automatic payment was changed in the database: nothing is charged. */
export class DamagedAutopay extends AppError {
  constructor(propertyId: string, what: string) {
    super(unavailable, 'The stored automatic payment was changed outside of this application, so nothing is charged.', {
      hint: 'Choose it again. The operator finds the record with cairn rebuild --check.',
      cause: new Error(`${propertyId}: ${what} does not have its seal`),
    });
  }
}

const PAGE = 500;

/** Finds automatic payments that are on, and charges in progress, that were changed or invented in the database. */
export async function compareAutopays({
  database,
  seals,
}: {
  readonly database: Database;
  readonly seals: Seals;
}): Promise<Difference[]> {
  const differences = createDifferences(['autopays', 'autopay_charges']);
  for (let after = ''; ; ) {
    const rows = await readAutopaysOn(database, after, PAGE);
    for (const row of rows)
      if (!(await isSealedAutopay(seals, row).catch(() => false)))
        differences.add('autopays', `${row.propertyId}: the automatic payment does not have its seal`);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.propertyId ?? after;
  }
  for (let after: ChargeRow | undefined; ; ) {
    const rows = await readStartedAfter(database, after, PAGE);
    for (const row of rows)
      if (!(await isSealedCharge(seals, row).catch(() => false)))
        differences.add(
          'autopay_charges',
          `${row.propertyId}: the charge ${row.bill} ${row.due} does not have its seal`,
        );
    if (rows.length < PAGE) break;
    after = rows.at(-1);
  }
  return differences.list();
}

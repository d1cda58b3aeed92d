import { sql } from 'kysely';
import type { Payments, Seals } from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';

/** The stored card that an account chose for its invoices. */
type Choice = { readonly accountId: string; readonly cardId: string };
export type SealedChoice = Choice & { readonly seal: Buffer | null };
/** A charge without its outcome. */
type Charge = {
  readonly invoiceId: string;
  readonly step: number;
  readonly cardId: string;
  readonly amountCents: number;
};
export type SealedCharge = Charge & { readonly seal: Buffer | null };

const [CHOICE, CHARGE] = ['billing card', 'billing charge'];

const textOfChoice = ({ accountId, cardId }: Choice) => JSON.stringify([accountId, cardId]);
const textOfCharge = ({ invoiceId, step, cardId, amountCents }: Charge) =>
  JSON.stringify([invoiceId, step, cardId, amountCents]);

export const sealChoice = (seals: Seals, choice: Choice): Promise<Buffer> => seals.hash(CHOICE, textOfChoice(choice));

export const sealCharge = (seals: Seals, charge: Charge): Promise<Buffer> => seals.hash(CHARGE, textOfCharge(charge));

/** Reports whether an account chose its card itself. */
export const isSealedChoice = async (seals: Seals, row: SealedChoice): Promise<boolean> =>
  row.seal !== null && (await seals.isHash(row.seal, CHOICE, textOfChoice(row)));

const isSealedCharge = async (seals: Seals, row: SealedCharge): Promise<boolean> =>
  row.seal !== null && (await seals.isHash(row.seal, CHARGE, textOfCharge(row)));

/** @throws DamagedBillingCard for a card that the account did not choose */
export async function requireSealedChoice(seals: Seals, row: SealedChoice): Promise<void> {
  if (!(await isSealedChoice(seals, row))) throw new DamagedBillingCard(`the card of the account ${row.accountId}`);
}

/** @throws DamagedBillingCard for a charge that this application did not store like this */
export async function requireSealedCharge(seals: Seals, row: SealedCharge): Promise<void> {
  if (!(await isSealedCharge(seals, row))) throw new DamagedBillingCard(`the charge ${row.step} of ${row.invoiceId}`);
}

/** Thrown if the card that pays invoices was changed in the database: nothing is charged. */
class DamagedBillingCard extends AppError {
  constructor(what: string) {
    super(unavailable, 'The card for invoices was changed outside of this application, so nothing is charged to it.', {
      hint: 'Choose the card again. The operator finds the record with cairn rebuild --check.',
      cause: new Error(`${what} does not have its seal`),
    });
  }
}

const PAGE = 500;

/** Finds cards for invoices, and charges in progress, that were changed or invented in the database. */
export async function compareBillingCards({
  database,
  seals,
}: Pick<Payments, 'database' | 'seals'>): Promise<Difference[]> {
  const differences = createDifferences(['billing_accounts', 'billing_charges']);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const choices: SealedChoice[] = await readChoices(database, after);
    for (const one of choices)
      if (!(await isSealedChoice(seals, one).catch(() => false)))
        differences.add('billing_accounts', `${one.accountId}: the card for invoices does not have its seal`);
    after = choices.length < PAGE ? undefined : choices.at(-1)?.accountId;
  }
  for (let after: Pick<Charge, 'invoiceId' | 'step'> | undefined = { invoiceId: '', step: 0 }; after !== undefined; ) {
    const charges: SealedCharge[] = await readStarted(database, after);
    for (const one of charges)
      if (!(await isSealedCharge(seals, one).catch(() => false)))
        differences.add('billing_charges', `${one.invoiceId}: the charge ${one.step} does not have its seal`);
    after = charges.length < PAGE ? undefined : charges.at(-1);
  }
  return differences.list();
}

async function readChoices(db: Database, after: string): Promise<SealedChoice[]> {
  const { rows } = await sql<SealedChoice>`
    select account_id as "accountId", card_id as "cardId", card_seal as seal from billing_accounts
    where card_id is not null and (${after} = '' or account_id > nullif(${after}, '')::uuid) order by account_id limit ${PAGE}
  `.execute(db);
  return rows;
}

async function readStarted(db: Database, after: Pick<Charge, 'invoiceId' | 'step'>): Promise<SealedCharge[]> {
  const { rows } = await sql<SealedCharge>`
    select invoice_id as "invoiceId", step, card_id as "cardId", amount_cents as "amountCents", seal from billing_charges
    where outcome = 'started' and (invoice_id, step) > (${after.invoiceId}, ${after.step}::int)
    order by invoice_id, step limit ${PAGE}
  `.execute(db);
  return rows;
}

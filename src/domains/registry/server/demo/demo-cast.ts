import { type Account, findByUsername } from '#domains/participants/server/index.ts';
import type { DemoWorld } from '#platform/server/domain.ts';
import type { Registry } from '../open-registry.ts';

export const CLERK = 'demo-government';

/** The tax years of the demo. The past ones are over before its weeks begin. */
export const CURRENT_YEAR = 2026;
export const PAST_YEARS = [2024, 2025];

const DAY = 86_400_000;

/** Returns the start of a tax year in milliseconds since the epoch. The days of each year are counted from it. */
export const startOf = ({ from }: DemoWorld, year: number): number => from - (CURRENT_YEAR - year) * 365 * DAY;

/** Properties with a story in the demo, by their position in the sample city. */
export const cast = {
  /** Sold twice; a resident with an account owns it now. */
  sold: 117,
  /** A half of it was sold. */
  halfSold: 110,
  split: 141,
  /** Granted an exemption after its bill was paid, so that the next bill has credit. */
  exemptLate: 83,
  exempt: 128,
  /** Of the demo resident: one appeal was granted, and one denied. */
  appealed: 49,
  deniedAppeal: 63,
  /** Its bank returned the first transfer of a year. */
  returned: 111,
  returnedYear: 2024,
  /** Its last transfer of a year was too much, and the rest was refunded. */
  overpaid: 119,
  overpaidYear: 2024,
  overpaidCents: 10_000,
  /** Its payer disputed the first payment of a year. */
  disputed: 62,
  disputedYear: 2025,
  /** They owe the second installment of a year: one belongs to the demo resident and a neighbor, and two pay later, with a wallet. */
  debtors: [18, 27, 75, 99],
  debtYear: 2025,
};

/** Returns an account of the demo as the caller of its acts. */
export async function requireAccount({ database }: Pick<Registry, 'database'>, username: string): Promise<Account> {
  const found = await findByUsername(database, username);
  if (found === undefined) throw new Error(`The demo account ${username} is missing`);
  return { ...found.account, sessionId: '' };
}

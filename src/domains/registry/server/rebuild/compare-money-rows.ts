import { type BookedPosting, readPostingsTo } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { readCorrectionsOf } from '../corrections/bill-corrections.ts';
import { readPassedOn } from '../parcels/parcels.ts';
import { books } from '../payments/books-of-property.ts';
import { NOTHING_PASSED_ON, type ParcelState } from '../registry-state.ts';
import { readWaiversOf } from '../waivers/bill-waivers.ts';
import type { ReplayedCorrection, ReplayedMoney, ReplayedWaiver } from './replayed-money.ts';

/** Reads corrections, waivers and postings of parcels, to compare them with a replay of their blocks. */
export async function readMoneyRows(db: Database, propertyIds: readonly string[]) {
  const postings = await readPostingsTo(
    db,
    propertyIds.flatMap((id) => Object.values(books(id))),
  );
  const passedOn = await readPassedOn(db, propertyIds);
  const [corrections, waivers] = [await readCorrectionsOf(db, propertyIds), await readWaiversOf(db, propertyIds)];
  return {
    /** Returns the credit that a block booked to a parcel, in cents. */
    creditFrom: (id: string, blockIndex: number): number =>
      0 - sumOf((postings.get(books(id).credit) ?? []).filter((one) => one.blockIndex === blockIndex)),
    compare(id: string, money: ReplayedMoney, differences: Differences): void {
      const add = (table: string) => (problem: string) => differences.add(table, `${id}: ${problem}`);
      compareLines(
        (corrections.get(id) ?? []).map(correctionLine),
        money.corrections.map(correctionLine),
        add('bill_corrections'),
      );
      compareLines((waivers.get(id) ?? []).map(waiverLine), money.waivers.map(waiverLine), add('bill_waivers'));
      const own = Object.values(books(id)).flatMap((account) => postings.get(account) ?? []);
      compareLines(postingLines(own), postingLines(money.postings), add('book_postings'));
      const [kept, stated] = [passedLine(passedOn.get(id) ?? NOTHING_PASSED_ON), passedLine(money.passedOn)];
      if (kept !== stated) add('money')(`${kept} passed on, the chain says ${stated}`);
    },
  };
}

const sumOf = (postings: readonly BookedPosting[]) => postings.reduce((sum, { cents }) => sum + cents, 0);

const correctionLine = ({ billNumber, blockIndex, ...one }: ReplayedCorrection): string =>
  `${billNumber} in block ${blockIndex}: ${one.beforeCents} to ${one.afterCents} cents, ${one.creditCents} of credit` +
  (one.appealId === null ? '' : `, by appeal ${one.appealId}`);

const waiverLine = ({ billNumber, blockIndex, penaltyCents, interestCents }: ReplayedWaiver): string =>
  `${billNumber} in block ${blockIndex}: ${penaltyCents} cents of penalties and ${interestCents} of interest`;

const passedLine = (passedOn: ParcelState['passedOn']): string =>
  [...passedOn]
    .map(([heir, cents]) => `${cents} cents to ${heir}`)
    .toSorted()
    .join(', ') || 'nothing';

/** Returns the postings as lines, summed by account, because an entry may post to an account several times. */
const postingLines = (postings: readonly BookedPosting[]): string[] =>
  [...Map.groupBy(postings, ({ account, blockIndex }) => `${account} in block ${blockIndex}`)].flatMap(
    ([where, own]) => (sumOf(own) === 0 ? [] : [`${sumOf(own)} cents to ${where}`]),
  );

function compareLines(kept: readonly string[], stated: readonly string[], add: (problem: string) => void): void {
  const [own, chain] = [new Set(kept), new Set(stated)];
  for (const line of chain) if (!own.has(line)) add(`${line} is missing`);
  for (const line of own) if (!chain.has(line)) add(`${line} is not on the chain`);
}

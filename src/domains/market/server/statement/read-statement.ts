import { findFirstSince, readHead } from '#domains/ledger/server/index.ts';
import { type readStatement, STATEMENT_MAX, statementTooLong } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { endOfDay } from '#domains/registry/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import { findCustody, traderOf } from '../holders.ts';
import { readPropertiesOf } from '../issues/issue-rows.ts';
import type { Market } from '../open-market.ts';
import { readCashAt, readMovements } from '../trading/movements.ts';
import { type Disposal, type Lot, Lots } from './match-lots.ts';
import { readShareMoves } from './read-moves.ts';

export type Statement = ResponseOut<typeof readStatement>;
type Days = QueryIn<typeof readStatement>;

const NEXT_SECOND = 1000;

/**
 * Returns the movements of the caller within days of the city, the gain of each lot that was sold, and the lots left. The opening
 * cash plus all movements is the closing cash, to the cent.
 *
 * @throws AppError `market.statement_too_long`
 */
export async function readStatementOf(market: Market, caller: Account, { from, to }: Days): Promise<Statement> {
  const { database, timeZone } = market;
  const custody = await findCustody(database, traderOf(caller));
  const nothing = { movements: [], sales: [], lots: [], gain: 0, cash: { opening: 0, closing: 0 } };
  if (custody === undefined) return { from, to, address: null, ...nothing };
  const length = (await readHead(database)).length;
  const blockAfter = async (at: number) =>
    Math.min(length, await findFirstSince(database, Math.floor((at + NEXT_SECOND) / 1000)));
  const first = await blockAfter(endOfDay(dayBefore(from), timeZone));
  const last = (await blockAfter(endOfDay(to, timeZone))) - 1;
  const movements = await readMovements(database, custody, { from: first, until: last }, STATEMENT_MAX + 1);
  if (movements.length > STATEMENT_MAX) throw tooLong();
  const [opening, closing] = [
    await readCashAt(database, custody, first - 1),
    await readCashAt(database, custody, last),
  ];
  const lots = new Lots();
  const sold: Disposal[] = [];
  for await (const move of readShareMoves(database, custody, last))
    for (const one of lots.apply(move)) if (one.sold.block >= first) sold.push(one);
  const left = [...lots.open().values()].flat();
  if (sold.length + left.length > 5 * STATEMENT_MAX) throw tooLong();
  const properties = await readPropertiesOf(database, [...new Set([...sold, ...left].map(({ tokenId }) => tokenId))]);
  const propertyOf = ({ tokenId }: { tokenId: number }) => present(properties.get(tokenId), 'The shares were issued');
  const gain = sold.reduce((sum, one) => sum + (gainOf(one) ?? 0), 0);
  return {
    from,
    to,
    address: custody.address,
    cash: { opening: opening / 100, closing: closing / 100 },
    gain: gain / 100,
    movements,
    sales: sold.map((one) => describeSale(one, propertyOf(one))),
    lots: left.map((one) => describeLot(one, propertyOf(one))),
  };
}

const tooLong = () =>
  new AppError(statementTooLong, `A statement has at most ${STATEMENT_MAX.toLocaleString('en-US')} movements.`, {
    hint: 'Choose fewer days.',
  });

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const gainOf = ({ cost, proceeds }: Disposal): number | null => (cost === null ? null : proceeds - cost);
const dollarsOf = (cents: number | null): number | null => (cents === null ? null : cents / 100);
const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const describeSale = (one: Disposal, propertyId: string): Statement['sales'][number] => ({
  propertyId,
  shares: one.shares,
  acquiredAt: instantOf(one.acquired.at),
  soldAt: instantOf(one.sold.at),
  blockIndex: one.sold.block,
  cost: dollarsOf(one.cost),
  proceeds: one.proceeds / 100,
  gain: dollarsOf(gainOf(one)),
});

const describeLot = (lot: Lot, propertyId: string): Statement['lots'][number] => ({
  propertyId,
  shares: lot.shares,
  acquiredAt: instantOf(lot.at),
  cost: dollarsOf(lot.cents),
});

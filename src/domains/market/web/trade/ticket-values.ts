import { z } from 'zod';
import { type readOrderBook, SHARES_MAX, type TradeRequest } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { centsOf, Dollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { typedDollars } from '../amounts.ts';
import type { Remainder } from './preview-trade.ts';

const whole = (name: string, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(,\d{3})*$|^\d{1,9}$/, `${name} is a whole number`)
    .transform((text) => Number(text.replaceAll(',', '')))
    .refine((count) => count >= 1 && count <= max, `${name} is between 1 and ${formatCount(max)}`);

/** The values of the ticket, as typed. Parses into shares, cents and days. */
export const TicketValues = z.object({
  shareAmount: whole('The number of shares', SHARES_MAX),
  pricePerShare: Dollars.refine(
    (cents) => cents >= 1 && cents <= 100_000_000,
    'The price is between $0.01 and $1,000,000',
  ),
  expirationDays: whole('The number of days', 90),
  remainder: z.enum(['rest', 'cancel', 'all', 'post']),
});
export type TicketValues = z.output<typeof TicketValues>;
export type TypedTicket = z.input<typeof TicketValues>;

/** Returns the values of the fields before any input: 10 shares at the best price of the book. */
export const blankTicket = (type: TradeRequest['type'], book: Prices): TypedTicket => ({
  shareAmount: '10',
  pricePerShare: bestPrice(type, book),
  expirationDays: '7',
  remainder: 'rest',
});

type Prices = Pick<ResponseIn<typeof readOrderBook>, 'asks' | 'bids' | 'trades'>;

/** Returns the price at which an order would trade now, else of the last trade, else the best of its own side, as typed; '' without any. */
export function bestPrice(type: TradeRequest['type'], { asks, bids, trades }: Prices): string {
  const [other, own] = type === 'buy' ? [asks, bids] : [bids, asks];
  const price = (other[0] ?? trades[0] ?? own[0])?.pricePerShare;
  return price === undefined ? '' : typedDollars(centsOf(price));
}

/** The policies for shares that do not trade immediately, in the words of exchanges. */
export const remainderChoices: readonly { value: Remainder; label: string; hint: string }[] = [
  {
    value: 'rest',
    label: 'Good till expiry',
    hint: 'Shares that do not trade immediately wait until the order expires.',
  },
  { value: 'cancel', label: 'Immediate or cancel', hint: 'Shares that do not trade immediately are canceled.' },
  { value: 'all', label: 'Fill or kill', hint: 'All shares trade immediately, or none does.' },
  { value: 'post', label: 'Post only', hint: 'Nothing trades immediately. The order waits, or is refused.' },
];

/** Returns the request of a filled-in ticket. */
export function requestOf(type: TradeRequest['type'], propertyId: string, values: TicketValues): TradeRequest {
  const { shareAmount, pricePerShare, expirationDays, remainder } = values;
  return {
    type,
    propertyId,
    shareAmount,
    pricePerShare: pricePerShare / 100,
    expirationDays,
    timeInForce: remainder === 'cancel' ? 'IOC' : remainder === 'all' ? 'FOK' : 'GTC',
    postOnly: remainder === 'post',
  };
}

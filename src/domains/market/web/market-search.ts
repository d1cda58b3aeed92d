import { z } from 'zod';

export const marketTabs = ['properties', 'issue', 'trade', 'portfolio', 'cash'] as const;

/** The search parameters of the share market. Invalid ones are ignored. */
export const MarketSearch = z.object({
  tab: z.enum(marketTabs).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The number of the selected token. */
  token: z.coerce.string().max(15).optional().catch(undefined),
  /** The property whose shares are issued or traded. */
  property: z.string().max(32).optional().catch(undefined),
  /** The side of the ticket. Absent: it buys. */
  side: z.enum(['sell']).optional().catch(undefined),
  /** The part of the trade that a phone shows. Absent: the ticket. */
  view: z.enum(['book', 'chart', 'orders']).optional().catch(undefined),
  /** The period of a candle. Absent: a day. */
  interval: z.enum(['hour']).optional().catch(undefined),
  /** How prices are shown. Absent: as a chart. */
  chart: z.enum(['table']).optional().catch(undefined),
});
export type MarketSearch = z.infer<typeof MarketSearch>;

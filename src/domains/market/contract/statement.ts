import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Address, Dollars } from './amounts.ts';
import { Movement } from './portfolio.ts';

const tag = 'Share market';

/** The most movements that one statement lists. */
export const STATEMENT_MAX = 2000;
/** The most rows of a statement as PDF: its movements and lots. More take longer to print than one document may. */
export const STATEMENT_PRINTED_MAX = 2500;

export const statementTooLong = errorKind('market.statement_too_long', 409, 'Too many movements for one statement');

const Day = (name: string) => z.iso.date(`${name} is a day like 2026-01-31`).meta({ example: '2026-01-31' });

const query = z
  .strictObject({
    from: Day('from').describe('The first day, in the time zone of the city.'),
    to: Day('to').describe('The last day.'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'to must not be before from' });

/** Dollars: positive for cash that came in, negative for cash that went out. */
const SignedDollars = z.number().meta({ example: -120.5 });

const Disposal = z.object({
  propertyId: PropertyId,
  shares: z.int().min(1),
  acquiredAt: Instant,
  soldAt: Instant,
  blockIndex: BlockIndex.describe('The block of the sale.'),
  cost: Dollars.nullable().describe('Null: the shares were not bought here, so their cost is not known.'),
  proceeds: Dollars.describe('Without the royalty.'),
  gain: SignedDollars.nullable().describe('Proceeds minus the cost; negative for a loss. Null without a cost.'),
});

const Lot = z.object({
  propertyId: PropertyId,
  shares: z.int().min(1),
  acquiredAt: Instant,
  cost: Dollars.nullable(),
});

const file = { response: z.string(), cost: 'heavy', compressed: false, query } as const;
const about = 'A sale takes the shares that were bought first.';

export const readStatement = route({
  method: 'GET',
  path: '/api/nft/statement',
  tag,
  summary: 'Read a statement of your cash, sales and shares',
  description: `What came in and went out, the gain of each lot that was sold, and the shares left at the end. ${about}`,
  access: 'signed in',
  cost: 'heavy',
  query,
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    address: Address.nullable(),
    cash: z.object({
      opening: Dollars.describe('Free and held, before the first day.'),
      closing: Dollars.describe('Free and held, after the last day: the opening cash plus all movements.'),
    }),
    gain: SignedDollars.describe('Of all sales whose cost is known.'),
    movements: z.array(Movement).max(STATEMENT_MAX).describe('Oldest first.'),
    sales: z.array(Disposal).describe('Each lot of each sale, oldest first.'),
    lots: z.array(Lot).describe('The shares left after the last day.'),
  }),
  errors: [statementTooLong],
});

export const readStatementCsv = route({
  method: 'GET',
  path: '/api/nft/statement/csv',
  tag,
  summary: 'Read the statement as CSV',
  description: `A row for each movement; a sale has one for each lot. The amounts add up to the change of the cash. ${about}`,
  access: 'signed in',
  responseType: 'text/csv; charset=utf-8',
  ...file,
  errors: [statementTooLong],
});

export const readStatementPdf = route({
  method: 'GET',
  path: '/api/nft/statement/pdf',
  tag,
  summary: 'Read the statement as PDF',
  description: about,
  access: 'signed in',
  responseType: 'application/pdf',
  ...file,
  errors: [statementTooLong, unavailable],
});

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { CENTS_MAX } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReconcile } from './capabilities.ts';
import { PaymentId, paymentNotFound, paymentSettled } from './payments.ts';
import { lineFilters, lineStates } from './statement-words.ts';

/** Lines in one request. A longer statement takes several. */
export const STATEMENT_CHUNK_MAX = 250;
/** Lines in one statement. */
export const STATEMENT_LINES_MAX = 200_000;
export const LINE_TEXT_MAX = 600;

export const statementNotFound = errorKind('payments.statement_not_found', 404, 'Statement not found');
export const statementGap = errorKind('payments.statement_gap', 409, 'Lines out of order');
export const lineNotFound = errorKind('payments.line_not_found', 404, 'Line not found');
export const lineDecided = errorKind('payments.line_decided', 409, 'Line is already decided');

const SignedCents = z.int().min(-CENTS_MAX).max(CENTS_MAX);

export const StatementLine = z.strictObject({
  bookedOn: z.iso
    .date()
    .meta({ example: '2026-03-04' })
    .describe(
      'From ten calendar years back to 31 days ahead. Other days are refused, because money counts as paid on this day.',
    ),
  cents: SignedCents.refine((cents) => cents !== 0, 'cents must not be zero')
    .meta({ example: 25_000 })
    .describe('Positive for money that arrived, negative for money that left.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'A currency is three capital letters')
    .default('USD')
    .meta({ example: 'USD' }),
  text: z
    .string()
    .max(LINE_TEXT_MAX)
    .default('')
    .meta({ example: 'Property tax RF18 5390 0754 7034' })
    .describe('All references and text of the line.'),
  counterparty: z.string().max(140).default('').meta({ example: 'A. Payer' }),
  entryReference: z
    .string()
    .min(1)
    .max(140)
    .nullable()
    .default(null)
    .meta({ example: '2026030400017' })
    .describe("The bank's own reference of the entry, if it has one."),
});
export type StatementLine = z.infer<typeof StatementLine>;

const BOOKED_YEARS_BACK = 10;
const BOOKED_DAYS_AHEAD = 31;

/**
 * Returns what is wrong with the booking day of a line that is read at `now`, in milliseconds, or undefined. Money counts as paid on that
 * day, so a year that was mistyped must not be taken.
 */
export function bookedOnProblem(bookedOn: string, now: number): string | undefined {
  const today = new Date(now).toISOString().slice(0, 10);
  const first = `${String(Number(today.slice(0, 4)) - BOOKED_YEARS_BACK).padStart(4, '0')}-01-01`;
  const last = new Date(now + BOOKED_DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10);
  if (bookedOn >= first && bookedOn <= last) return undefined;
  return `${bookedOn} is not between ${first} and ${last}. Correct the day, or its format`;
}

export const LineState = z
  .enum(lineStates)
  .meta({ id: 'LineState' })
  .describe(
    '`settled`: completed a pending payment. `credited`: paid what it was assigned to, without a pending payment. `suspense`: waits ' +
      'for a decision. `returned`: paid back. `reversed`: a returned transfer that took back its payment. `listed`: money that left. ' +
      '`foreign`: another currency than US dollars, which is not booked. `acting`: not finished.',
  );
export type LineState = z.infer<typeof LineState>;

/** What a line might pay, and why. */
export const Candidate = z
  .object({
    kind: z.string().describe('The kind of payments, such as `property_tax`.'),
    subject: z.string().describe('What is paid for, such as the id of a property.'),
    paymentId: PaymentId.nullable(),
    reason: z.string(),
  })
  .meta({ id: 'PaymentCandidate' });
export type Candidate = z.infer<typeof Candidate>;

export const BankLine = z
  .object({
    id: z.uuid(),
    statementId: z.uuid().describe('The statement that it was first seen in.'),
    position: z.int().min(0).describe('Its position in the requested statement, from 0.'),
    bookedOn: z.iso.date(),
    cents: SignedCents,
    amountFormatted: z.string(),
    currency: z.string(),
    text: z.string(),
    counterparty: z.string(),
    entryReference: z.string().nullable(),
    state: LineState,
    known: z.boolean().describe('An earlier statement had it, so nothing was recorded again.'),
    candidates: z.array(Candidate),
    kind: z.string().nullable(),
    subject: z.string().nullable(),
    paymentId: PaymentId.nullable(),
    announcedCents: z.int().optional().describe('The announced amount of the payment that it settled.'),
    blockIndex: BlockIndex.nullable().describe('The block of its newest state.'),
    decidedBy: z.string(),
    decidedAt: Instant,
    reason: z.string().nullable(),
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.infer<typeof BankLine>;

export const Statement = z
  .object({
    id: z.uuid(),
    name: z.string(),
    bankAccount: z.string(),
    lineCount: z.int(),
    received: z.int().describe('Lines received so far. Less than `lineCount`: send the rest.'),
    sentBy: z.string(),
    sentAt: Instant,
    balance: z
      .object({ openingCents: SignedCents, closingCents: SignedCents, entriesCents: z.int(), differenceCents: z.int() })
      .nullable()
      .describe('The balances that the bank stated. A complete statement differs by 0 cents.'),
  })
  .meta({ id: 'BankStatement' });
export type Statement = z.infer<typeof Statement>;

/** Filters of lines: a state, lines known from an earlier statement, or lines in suspense that might pay something. */
export const LineFilter = z.enum(lineFilters);
export type LineFilter = z.infer<typeof LineFilter>;

const access = { may: canReconcile };
const tag = 'Bank statements';
const oneStatement = z.object({ statementId: z.uuid() });
const oneLine = z.object({ lineId: z.uuid() });
const paged = { page: PageNumber, limit: pageSize(50, 200) };

export const openStatement = route({
  method: 'POST',
  path: '/api/payments/statements',
  tag,
  summary: 'Begin a bank statement',
  description:
    'Send its lines next, in order and in chunks. Lines of an earlier statement are recognized and not recorded again, even if ' +
    'one has the reference of the bank and the other, of the same day, amount and text, has none.',
  access,
  status: 201,
  body: z
    .strictObject({
      name: z.string().trim().min(1).max(200).meta({ example: 'march.csv' }),
      bankAccount: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .meta({ example: 'City operating account' })
        .describe('The IBAN or name of the account. The same account has the same text in each statement.'),
      lineCount: z.int().min(1).max(STATEMENT_LINES_MAX),
      openingCents: SignedCents.optional(),
      closingCents: SignedCents.optional(),
    })
    .refine(({ openingCents, closingCents }) => (openingCents === undefined) === (closingCents === undefined), {
      path: ['closingCents'],
      error: 'Give both the opening and the closing balance, or neither',
    }),
  response: z.object({ statement: Statement }),
  errors: [unavailable],
});

const Outcomes = z.record(LineFilter, z.int()).describe('The number of lines by state.');

export const sendStatementLines = route({
  method: 'POST',
  path: '/api/payments/statements/{statementId}/lines',
  tag,
  summary: 'Send lines of a bank statement',
  description:
    'A line with the reference of a pending payment settles it with the amount that arrived. A line with the reference of an open invoice, or with ' +
    'its number and the amount due, pays the invoice. The line of a payment that was confirmed by hand is ' +
    '`confirmed` and books nothing. A further line with that reference, and other money, waits in suspense for a decision. ' +
    'Sending lines again changes nothing.',
  access,
  cost: 'heavy',
  params: oneStatement,
  body: z.strictObject({
    from: z.int().min(0).max(STATEMENT_LINES_MAX).describe('The position of the first of these lines, from 0.'),
    lines: z.array(StatementLine).min(1).max(STATEMENT_CHUNK_MAX),
  }),
  response: z.object({ received: z.int(), lines: z.array(z.object({ state: LineState, known: z.boolean() })) }),
  errors: [statementNotFound, statementGap, unavailable],
});

export const listStatements = route({
  method: 'GET',
  path: '/api/payments/statements',
  tag,
  summary: 'List bank statements',
  description: 'Newest first.',
  access,
  query: z.strictObject({ page: PageNumber, limit: pageSize(20, 100) }),
  response: z.object({ statements: z.array(Statement), pagination: Pagination, suspenseCents: z.int() }),
});

export const readStatement = route({
  method: 'GET',
  path: '/api/payments/statements/{statementId}',
  tag,
  summary: 'Read a bank statement',
  access,
  params: oneStatement,
  response: z.object({ statement: Statement, outcomes: Outcomes }),
  errors: [statementNotFound],
});

const lines = z.object({ lines: z.array(BankLine), pagination: Pagination });

export const listStatementLines = route({
  method: 'GET',
  path: '/api/payments/statements/{statementId}/lines',
  tag,
  summary: 'List the lines of a bank statement',
  access,
  params: oneStatement,
  query: z.strictObject({ outcome: LineFilter.optional(), ...paged }),
  response: lines,
  errors: [statementNotFound],
});

export const listSuspense = route({
  method: 'GET',
  path: '/api/payments/statements/suspense',
  tag,
  summary: 'List the money in suspense',
  description: 'Lines of all statements that wait for a decision, oldest first.',
  access,
  query: z.strictObject(paged),
  response: lines,
});

const decided = z.object({ line: BankLine });

export const assignLine = route({
  method: 'POST',
  path: '/api/payments/statements/lines/{lineId}/assign',
  tag,
  summary: 'Assign money in suspense',
  description:
    'To a pending payment, which it settles with the amount that arrived, or to a subject: a property, or an open invoice by its id or number, which ' +
    'takes an administrator. More than is owed becomes credit.',
  access,
  params: oneLine,
  body: z.union(
    [
      z.strictObject({ paymentId: PaymentId }),
      z.strictObject({
        kind: z.string().min(1).max(40).meta({ example: 'property_tax' }),
        subject: z.string().trim().min(1).max(64).meta({ example: 'HB-00001' }),
      }),
    ],
    'Money is assigned to {"paymentId": …} or to {"kind": …, "subject": …}',
  ),
  response: decided,
  errors: [lineNotFound, lineDecided, paymentNotFound, paymentSettled, unavailable],
});

export const returnLine = route({
  method: 'POST',
  path: '/api/payments/statements/lines/{lineId}/return',
  tag,
  summary: 'Record that money in suspense is paid back',
  description: 'The transfer itself is made at the bank.',
  access,
  params: oneLine,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500).meta({ example: 'Sent by mistake' }) }),
  response: decided,
  errors: [lineNotFound, lineDecided, unavailable],
});

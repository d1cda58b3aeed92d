import { newestPlan, PlanId } from '#domains/billing/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import { dayInWords } from '#platform/server/pdf/letterhead.ts';
import { readOnlyDay } from './dunning/dunning-steps.ts';
import type { StoredEvent } from './events.ts';
import { instant } from './subscription/describe-subscription.ts';

const day = (seconds: unknown): string => dayInWords(instant(Number(seconds)).slice(0, 10));
const money = (cents: unknown): string => formatCents(Number(cents));
const planName = (id: unknown): string => {
  const known = PlanId.safeParse(id);
  return known.success ? newestPlan(known.data).displayName : String(id);
};
const count = (value: unknown, unit: string) => counted(Number(value), unit);

type Detail = StoredEvent['detail'];
const terms = ({ plan, cycle, users, assets }: Detail) =>
  `${planName(plan)}, ${String(cycle)}, ${count(users, 'user')}, ${count(assets, 'asset')}`;

/** The text of each event, with the number of its invoice. */
const texts: Readonly<Record<string, (detail: Detail, invoice: string) => string>> = {
  trial_started: (detail) => `The trial began: ${terms(detail)}. It ends on ${day(detail['end'])}.`,
  trial_extended: ({ end, reason }) => `The trial was extended until ${day(end)}. ${String(reason)}`,
  trial_ends_soon: ({ end }) =>
    `The trial ends on ${day(end)}. With billing details a subscription begins then; without them nothing is charged.`,
  trial_expired: () => 'The trial ended without billing details. Nothing was charged.',
  trial_cancelled: () => 'The trial ended and was not continued. Nothing was charged.',
  subscription_began: (detail) => `The subscription began: ${terms(detail)}.`,
  subscription_ended: () => 'The subscription ended, as you asked.',
  subscription_ended_unpaid: () => 'The subscription ended, because an invoice was not paid.',
  terms_changed: (detail) => `The subscription changed to ${terms(detail)}.`,
  terms_change_later: (detail) => `On ${day(detail['end'])} the subscription changes to ${terms(detail)}.`,
  cancellation_asked: ({ end, reason }) =>
    `The subscription was canceled. It ends on ${day(end)}. ${reason == null ? '' : `Reason: ${reason}`}`.trim(),
  cancellation_taken_back: () => 'The cancellation was taken back.',
  invoice_drafted: () => 'The invoice of the new period was drafted.',
  invoice_issued: ({ cents }, invoice) => `Invoice ${invoice} of ${money(cents)} was issued.`,
  credit_note_issued: ({ cents }, invoice) => `Credit note ${invoice} of ${money(cents)} was issued.`,
  invoice_paid: ({ cents }, invoice) => `Invoice ${invoice} was paid: ${money(cents)}.`,
  invoice_reopened: (_, invoice) => `A payment of invoice ${invoice} was taken back. It is open again.`,
  invoice_voided: ({ reason }, invoice) => `Invoice ${invoice} was voided. ${String(reason)}`,
  payment_failed: ({ reason }, invoice) =>
    `The card could not be charged for invoice ${invoice}. ${String(reason ?? '')}`.trim(),
  reminder: (_, invoice) => `Invoice ${invoice} is overdue.`,
  second_reminder: (_, invoice) => `Invoice ${invoice} is still overdue.`,
  last_reminder: (_, invoice) =>
    `Last reminder of invoice ${invoice}. ${counted(readOnlyDay, 'day')} after it was due, nothing more can be recorded until it is paid.`,
  read_only: (_, invoice) =>
    `Nothing more can be recorded until invoice ${invoice} is paid. Everything that is recorded stays and can be read.`,
  read_only_ended: () => 'Everything due was paid. Events can be recorded again.',
  uncollectible: (_, invoice) => `Invoice ${invoice} was given up. It can still be paid.`,
  invoice_given_up: ({ reason }, invoice) => `Invoice ${invoice} was given up. ${String(reason)} It can still be paid.`,
};

/** Returns an event with its text. */
export const describeEvent = ({ at, kind, invoiceNumber, detail, by }: StoredEvent) => ({
  at,
  kind,
  text: texts[kind]?.(detail, invoiceNumber ?? 'in draft') ?? kind.replaceAll('_', ' '),
  by,
});

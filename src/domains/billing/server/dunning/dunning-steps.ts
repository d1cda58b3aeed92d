import { DAY_SECONDS } from '../subscription/subscription-state.ts';

/** The steps for an unpaid invoice, by days after it was due. Each step is recorded, and the account is notified. */
export const dunningSteps = [
  { kind: 'reminder', day: 3 },
  { kind: 'second_reminder', day: 10 },
  { kind: 'last_reminder', day: 17 },
  { kind: 'read_only', day: 24 },
  { kind: 'uncollectible', day: 60 },
] as const;

export type DunningKind = (typeof dunningSteps)[number]['kind'];

/** The number of steps after which the account is read-only. */
export const READ_ONLY_STEP = 1 + dunningSteps.findIndex(({ kind }) => kind === 'read_only');

/** Returns when a step is taken, counted from 0, for an invoice due at a time; undefined after the last. In seconds since 1970. */
export function dunningAt(step: number, dueAt: number): number | undefined {
  const found = dunningSteps[step];
  return found && dueAt + found.day * DAY_SECONDS;
}

/** Returns when the account becomes read-only unless the invoice is paid. */
export const readOnlyFrom = (dueAt: number): number => dunningAt(READ_ONLY_STEP - 1, dueAt) ?? dueAt;

/** The number of days after the due date at which the account becomes read-only. */
export const readOnlyDay = dunningSteps[READ_ONLY_STEP - 1]?.day ?? 0;

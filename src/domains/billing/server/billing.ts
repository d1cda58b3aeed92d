import type { Participants } from '#domains/participants/server/index.ts';
import type { OneSubjectPayments, Payments } from '#domains/payments/server/index.ts';
import type { BillingConfig } from '#platform/server/billing-config.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import type { Papers } from '#platform/server/pdf/papers.ts';

/** The services that the use cases of billing share. */
export type Billing = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly payments: Payments;
  readonly participants: Participants;
  readonly papers: Papers;
  readonly mailer: Mailer | undefined;
  readonly demo: boolean;
  /** The public URL of this server. */
  readonly publicUrl: string;
  readonly config: BillingConfig;
  readonly invoicePayments: OneSubjectPayments;
  /** Charges the stored card of the account for an invoice, if it has one. Never rejects: an unpaid invoice stays open. */
  charge(invoiceId: string): Promise<void>;
  /** Invalidates cached limits, because subscriptions or unpaid invoices have changed. */
  forgetLimits(): void;
};

/** Returns the time of the clock in whole seconds since 1970. */
export const secondsOf = (clock: Clock): number => Math.floor(clock() / 1000);

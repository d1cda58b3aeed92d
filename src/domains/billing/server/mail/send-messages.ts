import { findById } from '#domains/participants/server/index.ts';
import { composeMail } from '#platform/server/mail/compose-mail.ts';
import { type Delivery, deliver } from '#platform/server/mail/deliver.ts';
import { createMailPause } from '#platform/server/mail/mail-pause.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import type { Billing } from '../billing.ts';
import { describeEvent } from '../describe-event.ts';
import { dunningSteps } from '../dunning/dunning-steps.ts';
import { type Claimed, claimMessage, storeOutcome } from './outbox.ts';

const ROUND_MILLISECONDS = 5000;

type Services = Pick<Billing, 'database' | 'clock' | 'publicUrl' | 'demo' | 'log'>;

/** The kinds of reminders. They are not sent once the invoice is paid. */
const reminders: ReadonlySet<string> = new Set(dunningSteps.map(({ kind }) => kind));

/** The subject of a message, by kind. All other kinds are about the subscription. */
const subjects: Readonly<Record<string, (invoice: string | null) => string>> = {
  trial_ends_soon: () => 'Your trial ends soon',
  invoice_issued: (invoice) => `Invoice ${invoice}`,
  credit_note_issued: (invoice) => `Credit note ${invoice}`,
  invoice_paid: (invoice) => `Invoice ${invoice} is paid`,
  invoice_reopened: (invoice) => `Invoice ${invoice} is open again`,
  payment_failed: (invoice) => `Your card could not be charged for invoice ${invoice}`,
  reminder: (invoice) => `Invoice ${invoice} is overdue`,
  second_reminder: (invoice) => `Invoice ${invoice} is still overdue`,
  last_reminder: (invoice) => `Last reminder of invoice ${invoice}`,
  read_only: () => 'Recording is stopped until an invoice is paid',
  read_only_ended: () => 'Recording works again',
};

/**
 * Sends waiting messages, one after the other, and reports whether the mail server can be reached. A message is claimed, sent, and noted as sent. A
 * process that stops in between leaves it to another, with the same Message-ID. A reminder of an invoice paid meanwhile is not sent.
 */
export async function sendMessages(services: Services, mailer: Mailer, signal?: AbortSignal): Promise<boolean> {
  const { database, clock } = services;
  while (signal?.aborted !== true) {
    const message = await claimMessage(database, clock(), mailer.lettersPerMinute);
    if (message === undefined) return true;
    const { outcome, reached } = await send(services, mailer, message);
    await storeOutcome(database, message, outcome, clock());
    if (!reached) return false;
  }
  return true;
}

async function send(services: Services, mailer: Mailer, message: Claimed): Promise<Delivery> {
  const { database, clock, publicUrl, demo } = services;
  const { eventId, accountId, kind, invoiceNumber, isOwed, tries } = message;
  if (reminders.has(kind) && isOwed === false) return { outcome: { mail: 'dropped' }, reached: true };
  const to = (await findById(database, accountId))?.account.email ?? null;
  const subject = subjects[kind]?.(invoiceNumber) ?? 'Your subscription of Cairn';
  const mail = composeMail({
    paragraphs: [
      ...(demo ? ['This is a sample of a demo. Nothing is owed, and no money moves.'] : []),
      describeEvent(message).text,
    ],
    action: {
      label: 'Open your subscription',
      url: `${publicUrl}/subscription?tab=${invoiceNumber === null ? 'current' : 'history'}`,
    },
  });
  const draft = { id: `billing-${eventId}`, to, subject: demo ? `SAMPLE: ${subject}` : subject, ...mail };
  return deliver(mailer, draft, { tries, now: clock() });
}

/** Sends messages every few seconds, if the server sends mail. */
export function startMessages(services: Services, mailer: Mailer | undefined): { stop(): Promise<void> } {
  if (mailer === undefined) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const pause = createMailPause(services.log);
  const rounds = startRounds(
    async () => {
      if (pause.isOver()) pause.note(await sendMessages(services, mailer, stopping.signal));
    },
    {
      ...{ everyMilliseconds: ROUND_MILLISECONDS, log: services.log },
      failing: 'billing messages cannot be sent; retrying every five seconds',
    },
  );
  return {
    async stop() {
      stopping.abort();
      await rounds.stop();
    },
  };
}

import { z } from 'zod';
import { InvoiceId } from '#domains/billing/contract.ts';
import { declareBlockTypes } from '#domains/ledger/server/index.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';
import { invoicePaymentBlocks } from './payments/invoice-payment-blocks.ts';

const Issued = z.strictObject({ action: z.string(), invoice: InvoiceId, sha256: Sha256Hex });

/** The blocks of billing. They name no account, no plan and no number of an invoice: its id is random. */
export const billingBlockTypes = declareBlockTypes('billing', {
  /** The SHA-256 of the canonical document of an invoice. */
  'billing.invoice_issued': Issued,
  'billing.credit_note_issued': Issued,
  /** The invoice was voided, or marked as uncollectible. */
  'billing.invoice_closed': z.strictObject({
    action: z.string(),
    invoice: InvoiceId,
    state: z.enum(['void', 'uncollectible']),
  }),
  /** The new state of a subscription and its events, as hashes with a secret. */
  'billing.subscription_changed': z.strictObject({
    action: z.string(),
    subscription: z.string().regex(/^sub_[0-9a-z]{20}$/),
    state: Sha256Hex,
    events: Sha256Hex,
  }),
  /** The billing details of an account, and who pays for it as a member of a team or manages it, as hashes with a secret. */
  'billing.customer_changed': z.strictObject({
    action: z.string(),
    customer: z.string().regex(/^cus_[0-9a-z]{20}$/),
    details: Sha256Hex,
    payer: Sha256Hex,
  }),
  /** An invite to a team, as a hash with the hash of its token, and its end: it was used or revoked. */
  'billing.invite_made': z.strictObject({ action: z.string(), invite: z.uuid(), sha256: Sha256Hex }),
  'billing.invite_ended': z.strictObject({ action: z.string(), invite: z.uuid() }),
  /** The usage of accounts on days, as one hash with a secret. */
  'billing.usage_counted': z.strictObject({ action: z.string(), sha256: Sha256Hex }),
  ...invoicePaymentBlocks,
});

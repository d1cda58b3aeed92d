import { z } from 'zod';
import { unavailable } from '#platform/contract/errors.ts';
import { Reason } from '#platform/contract/public-text.ts';
import { PaymentId, paymentNotFound, paymentSettled } from './payments.ts';

/** The path of a route that settles one payment by hand. */
export const OfPayment = z.object({ paymentId: PaymentId });

/** Why a payment is closed or taken back. */
export const SettlingReason = z.strictObject({ reason: Reason(500).meta({ example: 'The bank returned it.' }) });

/** The errors of settling a payment by hand. */
export const settlingErrors = [paymentNotFound, paymentSettled, unavailable] as const;

import { createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '@cairn/ledger-proof';
import type { ExemptionState } from '../tax-file-state.ts';

export type Committed = Pick<ExemptionState, 'exemptionId' | 'propertyId' | 'kind' | 'cents' | 'basisPoints'>;

/** Returns a new key of 256 random bits in hex. Each exemption has its own, so opening one opens no other. */
export const newCommitmentKey = (): string => randomBytes(32).toString('hex');

/**
 * Returns the commitment of an exemption's block to its kind and amount: the HMAC-SHA-256 of their canonical JSON, in hex. There
 * are few kinds, so a hash without a key could be reversed by trying them all. The holder of the key can prove this kind and
 * amount, and no other.
 */
export const commitTo = (key: string, { exemptionId, propertyId, kind, cents, basisPoints }: Committed): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(canonicalJson({ basis_points: basisPoints, cents, exemption: exemptionId, kind, property_id: propertyId }))
    .digest('hex');

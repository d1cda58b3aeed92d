import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canClaim, canRunRegistry } from './capabilities.ts';
import { PropertyId, propertyNotFound } from './properties.ts';

export const ownerNotFound = errorKind('registry.owner_not_found', 404, 'Owner not found');
export const claimRefused = errorKind('registry.claim_refused', 409, 'Claim not possible');
export const tooManyClaims = errorKind('registry.too_many_claims', 429, 'Too many attempts');

const Holder = z
  .string()
  .regex(/^owner-[0-9a-f]{24}$/, 'The pseudonym of an owner is owner- and 24 hex digits')
  .meta({ example: 'owner-0123456789abcdef01234567' });

/** Five groups of four letters and digits. Spaces, hyphens and lower case are accepted. */
export const ClaimCode = z
  .string()
  .max(60)
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-Z]{20}$/, 'A code has five groups of four letters and digits'))
  .meta({ example: '7K3M-PQ9X-2D4F-HJ6R-T8VW' });

export const issueClaimCode = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/claim-codes',
  tag: 'Registry',
  summary: 'Issue a code to claim a property',
  description:
    'For an owner without an account. The code is returned once, and only its hash is stored. A new code voids the earlier one.',
  access: { may: canRunRegistry },
  status: 201,
  params: z.object({ id: PropertyId }),
  body: z.strictObject({ holder: Holder }),
  response: z.object({
    code: z.string().meta({ example: '7K3M-PQ9X-2D4F-HJ6R-T8VW' }),
    holder: z.string(),
    expiresAt: Instant,
  }),
  errors: [propertyNotFound, ownerNotFound, claimRefused, unavailable],
});

export const printClaimLetter = route({
  method: 'POST',
  path: '/api/detroit/claims/letter',
  tag: 'Registry',
  summary: 'Read the letter with a claim code as PDF',
  description:
    'For an open code, which the city has only at the moment it issues it: name, contact, code, and a QR code of the portal.',
  access: { may: canRunRegistry },
  cost: 'heavy',
  compressed: false,
  responseType: 'application/pdf',
  body: z.strictObject({ code: ClaimCode }),
  response: z.string(),
  errors: [claimRefused, unavailable],
});

export const claimProperty = route({
  method: 'POST',
  path: '/api/detroit/claims',
  tag: 'Property tax',
  summary: 'Claim a property with a code',
  description:
    'Links the right that the code was issued for to the account of a resident. Each code works once; sent again by the ' +
    'account that used it, it gets the same answer.',
  access: { may: canClaim },
  cost: 'heavy',
  body: z.strictObject({ code: ClaimCode }),
  response: z.object({ propertyId: PropertyId }),
  errors: [claimRefused, tooManyClaims, unavailable],
});

export const eraseOwner = route({
  method: 'POST',
  path: '/api/detroit/owners/{holder}/erase',
  tag: 'Registry',
  summary: 'Erase an owner’s personal data',
  description:
    'Removes the name, the contact and the link to an account, for every property of this owner. The pseudonyms and the chain stay.',
  access: { may: canRunRegistry },
  params: z.object({ holder: Holder }),
  body: z.strictObject({ confirm: z.literal(true, 'confirm must be true, because this cannot be undone') }),
  response: z.object({ erasedAt: Instant }),
  errors: [ownerNotFound, unavailable],
});

import type { SellerConfig } from '#platform/server/billing-config.ts';

const nobody = { street: null, streetMore: null, city: null, region: null, postalCode: null, country: 'US' };

/**
 * Returns the seller: as configured, in a demo without its bank account, or else a fictional company in a demo and Cairn
 * without an address and tax.
 */
export function sellerOf(configured: SellerConfig | undefined, demo: boolean): SellerConfig {
  if (configured !== undefined) return demo ? { ...configured, iban: null } : configured;
  const seller = { name: 'Cairn', address: nobody, taxId: null, email: null, iban: null, rates: {} };
  if (!demo) return seller;
  return {
    ...seller,
    name: 'Cairn Sample Company (fictional)',
    address: { ...nobody, street: '1 Sample Street', city: 'Detroit', region: 'MI', postalCode: '48226' },
    email: 'billing@cairn.example',
  };
}

/** Returns the account for bank transfers: the seller, with its IBAN. Null if none is configured. */
export function bankAccountOf(configured: SellerConfig | undefined, demo: boolean): string | null {
  const { name, iban } = sellerOf(configured, demo);
  if (demo) return `${name}, SAMPLE account 0000 5678. It exists only in this demo`;
  return iban === null ? null : `${name}, IBAN ${iban}`;
}

import { countryName } from '#platform/contract/countries.ts';
import { divideHalfEven } from '../../contract/pricing.ts';
import { isInUnion, rateOf } from './rates.ts';

/** The tax of a document. Codes of UNCL 5305: S is taxed, AE reverse charge, O outside of the scope. */
export type Tax = {
  readonly category: 'S' | 'AE' | 'O';
  /** In hundredths of a percent. Null outside of the scope: no rate, not a rate of zero. */
  readonly basisPoints: number | null;
  /** The code of the reason for no tax (VATEX), and the reason in words. */
  readonly exemptionCode: string | null;
  readonly exemption: string | null;
};

type Side = { readonly address: { readonly country: string }; readonly taxId: string | null };
type Deal = {
  readonly seller: Side & { readonly rates: Readonly<Record<string, number>> };
  readonly buyer: Side;
  /** The day of the document, `YYYY-MM-DD`. */
  readonly day: string;
};

/**
 * Returns the tax of an electronic service. In the seller's country its rate applies. Between countries of the European Union a buyer with a
 * tax id owes it (reverse charge), and one without pays the rate of the buyer's country. Everything else is outside of the scope of the
 * seller's tax, unless the seller has a rate of its own for the buyer's country, because it is registered there.
 *
 * Tax ids are assumed to be valid: they are checked when they are stored.
 */
export function decideTax({ seller, buyer, day }: Deal): Tax {
  const [from, to] = [seller.address.country, buyer.address.country];
  const isDomestic = from === to;
  const isWithinUnion = isInUnion(from) && isInUnion(to);
  if (!isDomestic && isWithinUnion && buyer.taxId !== null)
    return {
      category: 'AE',
      basisPoints: 0,
      exemptionCode: 'VATEX-EU-AE',
      exemption: 'Reverse charge: the buyer accounts for the tax',
    };
  const rate = seller.rates[to] ?? (isDomestic || isWithinUnion ? rateOf(to, day) : undefined);
  if (rate !== undefined) return { category: 'S', basisPoints: rate, exemptionCode: null, exemption: null };
  return {
    category: 'O',
    basisPoints: null,
    exemptionCode: 'VATEX-EU-O',
    exemption: isDomestic ? 'No tax is charged' : `Outside of the scope of tax in ${countryName(from)}`,
  };
}

/** Returns the cents of a tax on an amount, rounded half to even. */
export const taxOn = (cents: number, basisPoints: number | null): number =>
  Number(divideHalfEven(BigInt(cents) * BigInt(basisPoints ?? 0), 10_000n));

/** Returns the name of a tax, or the reason for none: `Tax 25.5%`. */
export const describeTax = ({ category, basisPoints, exemption }: Tax): string =>
  category === 'S' ? `Tax ${(basisPoints ?? 0) / 100}%` : (exemption ?? 'No tax is charged');

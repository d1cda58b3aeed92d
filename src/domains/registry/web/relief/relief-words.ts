import type { AppealState, TaxRates } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';

type Amount = { readonly cents: number | null; readonly basisPoints: number | null };
type Years = { readonly fromYear: number; readonly toYear: number | null };

/** Returns how much of the assessed value is exempt: `$25,000.00` or `10%`. */
export const exemptAmount = ({ cents, basisPoints }: Amount): string =>
  cents === null ? `${(basisPoints ?? 0) / 100}%` : formatCents(cents);

/** Returns the tax years of an exemption in words. */
export function exemptYears({ fromYear, toYear }: Years): string {
  if (toYear === null) return `from ${fromYear} on`;
  if (toYear < fromYear) return 'withdrawn, counts for no year';
  return toYear === fromYear ? `for ${fromYear}` : `from ${fromYear} to ${toYear}`;
}

export const appealStateNames: Readonly<Record<AppealState, string>> = {
  open: 'Under appeal',
  withdrawn: 'Withdrawn',
  denied: 'Denied',
  granted: 'Granted',
};

export const appealTones: Readonly<Record<AppealState, Tone>> = {
  open: 'amber',
  withdrawn: 'grey',
  denied: 'red',
  granted: 'green',
};

/** Returns the kinds of exemptions in the rates of the newest year that has any. */
export const kindsIn = (rates: readonly TaxRates[]): NonNullable<TaxRates['exemptions']> =>
  rates.find(({ exemptions = [] }) => exemptions.length > 0)?.exemptions ?? [];

/** Returns the name of a kind in the rates. */
export const kindName = (kind: string, rates: readonly TaxRates[]): string =>
  rates.flatMap(({ exemptions = [] }) => exemptions).find((one) => one.kind === kind)?.name ?? kind;

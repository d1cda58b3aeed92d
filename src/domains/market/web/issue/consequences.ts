import type { User } from '#domains/participants/contract.ts';
import type { readProperty } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCounted } from '#platform/web/format-number.ts';

type Property = Pick<ResponseIn<typeof readProperty>, 'owners' | 'taxOwed'>;
type Terms = { readonly totalShares: number; readonly sharePrice: number };

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** Describes the assessed value of each share, and the price as a percentage of it. Amounts are in cents. */
export function describeValue({ totalShares, sharePrice }: Terms, assessedCents: number): string {
  if (assessedCents === 0) return 'Unknown';
  const ratio = (sharePrice * totalShares) / assessedCents;
  return `${formatCents(Math.round(assessedCents / totalShares))}; the price is ${percent.format(ratio)} of it`;
}

/** Returns the irreversible consequences of an issue: who gets the shares and the royalties, and what owed tax means for sales. */
export function consequencesOf(user: Pick<User, 'role'>, property: Property | undefined, shares: number) {
  const isCity = user.role === 'government';
  return [
    {
      label: 'Who gets the shares',
      value: isCity ? describeParts(property?.owners ?? [], shares) : `You, all ${formatCounted(shares, 'share')}`,
    },
    { label: 'Who gets the royalties', value: isCity ? 'The city' : 'You' },
    {
      label: 'Tax owed on the property',
      value:
        property === undefined
          ? 'Unknown'
          : property.taxOwed > 0
            ? `${formatCents(property.taxOwed)}: buyers see it, and while it is overdue the issuer’s sales can be halted`
            : 'None',
    },
  ];
}

/** Describes how the server divides shares. It gives indivisible shares to the largest remainders, older parts first. */
function describeParts(owners: Property['owners'], shares: number): string {
  if (owners.length === 0) return 'The owners, each its fraction';
  if (owners.length === 1) return `The owner, all ${formatCounted(shares, 'share')}`;
  const parts = owners.map(({ fraction: { numerator, denominator } }) => {
    const about = Math.floor((shares * numerator) / denominator);
    const isExact = (shares * numerator) % denominator === 0;
    return `${numerator}/${denominator}: ${isExact ? '' : 'at least '}${formatCounted(about, 'share')}`;
  });
  return `${formatCounted(owners.length, 'owner')}. ${parts.join('; ')}`;
}

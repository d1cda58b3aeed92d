import { CITY } from './city.ts';
import { type Division, inLowestTerms, moveFraction } from './fractions.ts';

/** The owners of a parcel after a block: `rights` are shares of `shares`. */
export type StatedTitle = {
  readonly shares: number;
  readonly rights: readonly { readonly holder: string; readonly shares: number }[];
};

/** The owners of a parcel. */
export type Owned = {
  readonly shares: number;
  readonly rights: ReadonlyMap<string, { readonly shares: number }>;
  readonly status: string;
};
export type StatedTransfer = StatedTitle & {
  readonly from: string;
  readonly to: string;
  readonly numerator: number;
  readonly denominator: number;
};
export type StatedSuccession = StatedTitle & { readonly action: string; readonly into: readonly StatedTitle[] };

/** Describes why a transfer does not follow from the owners before it, or returns undefined. */
export function describeTransfer({ shares, rights, status }: Owned, stated: StatedTransfer): string | undefined {
  if (status === 'retired') return 'transfers a part of a property that was replaced';
  const held = new Map([...rights].map(([holder, right]) => [holder, right.shares]));
  const { from, to } = stated;
  const after = moveFraction({ shares, held }, from, to, stated);
  if ('problem' in after) return `transfers a part from ${from}, who ${words[after.problem]}`;
  return ownersOf(after, byHolder) === ownersOf(toDivision(stated), byHolder)
    ? undefined
    : 'states other owners than follow from the blocks before it';
}

/** Describes why the owners of a replacing parcel differ from those of the replaced one, or returns undefined. Owners have new pseudonyms there. */
export function describeSuccession({ shares, rights, status }: Owned, stated: StatedSuccession): string | undefined {
  if (status === 'retired') return 'replaces a property that was already replaced';
  const held = new Map([...rights].map(([holder, right]) => [holder, right.shares]));
  const before = ownersOf({ shares, held }, byFraction);
  const titles = stated.action === 'registry.parcel_split' ? stated.into : [stated];
  return titles.every((title) => ownersOf(toDivision(title), byFraction) === before)
    ? undefined
    : 'states owners with other fractions than in the property that it replaces';
}

const words = {
  'holds none': 'does not hold any',
  'holds less': 'holds less',
  'too fine': 'cannot give so fine a fraction',
  'not a fraction': 'cannot give that fraction',
  'same holder': 'receives it',
} as const;

const toDivision = ({ shares, rights }: StatedTitle): Division => ({
  shares,
  held: new Map(rights.map(({ holder, shares: own }) => [holder, own])),
});

const byHolder = (holder: string, shares: number): string => `${holder} ${shares}`;
const byFraction = (holder: string, shares: number): string => `${holder === CITY ? CITY : ''} ${shares}`;

function ownersOf(division: Division, line: typeof byHolder): string {
  const { shares, held } = inLowestTerms(division);
  const own = [...held].map(([holder, part]) => line(holder, part)).toSorted();
  return `${own.join()} of ${shares}`;
}

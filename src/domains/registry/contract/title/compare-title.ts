import type { Ownership, TitleEntry } from '#domains/registry/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { describeTitleBlock } from './describe-title-block.ts';
import {
  describeSuccession,
  describeTransfer,
  type Owned,
  type StatedSuccession,
  type StatedTitle,
  type StatedTransfer,
} from './follow-title.ts';
import { reduced } from './fractions.ts';

/** A block of a title whose content was verified. `timestamp` is in seconds since the epoch. */
export type TitleBlock = { readonly index: number; readonly timestamp: number; readonly data: JsonObject };

/** What a page shows of a title. `title` lists the blocks newest first. */
export type ShownTitle = {
  readonly propertyId: string;
  readonly owners: readonly Ownership[];
  readonly title: readonly TitleEntry[];
};

/** A difference from the blocks, in words, with the block that contradicts the page. */
export type TitleFault = { readonly blockIndex: number; readonly words: string };

/** What the blocks of a title state. A block has only some of these. */
type Data = StatedTransfer &
  Omit<StatedSuccession, 'into'> & {
    readonly property_id: string;
    readonly into: readonly (StatedTitle & { readonly property_id: string })[];
  };

/**
 * Compares what a page shows of a title with its verified blocks: the words and the time of each entry, that each transfer, split and
 * merge follows from the owners before it, and that the owners are those of the newest of these blocks. If the history begins before
 * these blocks, the first of them is trusted. Does not detect a missing block.
 */
export function compareTitle({ propertyId, owners, title }: ShownTitle, blocks: readonly TitleBlock[]): TitleFault[] {
  const faults: TitleFault[] = [];
  const shown = new Map(title.map((entry) => [entry.block.index, entry]));
  let owned: Owned | undefined;
  let stated: number | undefined;
  for (const { index, timestamp, data } of blocks.toSorted((a, b) => a.index - b.index)) {
    const note = (words: string | undefined) => {
      if (words !== undefined)
        faults.push({ blockIndex: index, words: `Block ${index.toLocaleString('en-US')} ${words}.` });
    };
    const entry = shown.get(index);
    const summary = describeTitleBlock(data, propertyId);
    if (entry !== undefined && entry.summary !== summary) note(`says “${summary}”`);
    if (entry !== undefined && Date.parse(entry.recordedAt) !== timestamp * 1000) note('was recorded at another time');
    const next = follow(owned, propertyId, data as unknown as Data);
    if (next === undefined) continue;
    note(next.fault);
    owned = next.owned;
    stated = index;
  }
  if (owned !== undefined && stated !== undefined && partsOf(owned) !== lines(owners))
    faults.push({ blockIndex: stated, words: `Block ${stated.toLocaleString('en-US')} states other owners.` });
  return faults;
}

/** Returns the owners after a block, and the reason if they do not follow. Undefined for a block that changes no owner. */
function follow(
  before: Owned | undefined,
  propertyId: string,
  data: Data,
): { readonly owned: Owned; readonly fault?: string | undefined } | undefined {
  switch (data.action) {
    case 'registry.parcel_registered':
      return { owned: toOwned(data) };
    case 'registry.title_transferred':
      return { owned: toOwned(data), fault: before && describeTransfer(before, data) };
    case 'registry.parcel_split':
    case 'registry.parcels_merged': {
      const created = data.action === 'registry.parcel_split' ? data.into : [data];
      const own = created.find((one) => one.property_id === propertyId);
      if (own !== undefined) return { owned: toOwned(own) };
      return {
        owned: { shares: 1, rights: new Map(), status: 'retired' },
        fault: before && describeSuccession(before, data),
      };
    }
    default:
      return undefined;
  }
}

const toOwned = ({ shares, rights }: StatedTitle): Owned => ({
  shares,
  rights: new Map(rights.map(({ holder, shares: own }) => [holder, { shares: own }])),
  status: 'active',
});

/** Returns each owner with its fraction in lowest terms, in a fixed order. */
const partsOf = ({ shares, rights }: Owned): string =>
  lines(
    [...rights].map(([holder, own]) => ({ holder, fraction: reduced({ numerator: own.shares, denominator: shares }) })),
  );

const lines = (owners: readonly Pick<Ownership, 'holder' | 'fraction'>[]): string =>
  owners
    .map(({ holder, fraction }) => `${holder} ${fraction.numerator}/${fraction.denominator}`)
    .toSorted()
    .join();

import {
  describeSuccession,
  describeTransfer,
  type StatedTitle,
} from '#domains/registry/contract/title/follow-title.ts';
import type { PropertyType } from '#domains/registry/contract.ts';
import { APPEAL_GRANTED, type AssessmentRow } from '../assessments/assessments.ts';
import type { ParcelFacts, ParcelState, Right } from '../registry-state.ts';

/** A block that concerns a parcel. A block that concerns several is listed for each. */
export type ParcelBlock = {
  /** The parcel. */
  readonly id: string;
  readonly index: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly data: string;
};

/** A parcel replayed from the chain, without its money: see `replay-money.ts`. */
export type ReplayedParcel = Pick<
  ParcelState,
  'facts' | 'status' | 'shares' | 'rights' | 'assessedCents' | 'assessedYear' | 'registeredIndex' | 'titleIndex'
> & {
  /** Faults in its title: what does not follow from the previous blocks. */
  readonly faults: readonly string[];
  /** The indexes of its blocks. */
  readonly blocks: readonly number[];
  readonly assessments: readonly Omit<AssessmentRow, 'propertyId'>[];
  /** Exemptions by id. Reasons are not on the chain. */
  readonly exemptions: ReadonlyMap<string, ReplayedExemption>;
  /** The parcels that replaced it, by the block of its title. */
  readonly successors: readonly string[];
  /** The first block of each document, by its SHA-256. */
  readonly documents: ReadonlyMap<string, { readonly title: string; readonly blockIndex: number }>;
};

export type ReplayedExemption = {
  /** The commitment to kind and amount. Undefined: an older block, which states the amount itself. */
  readonly commitment: string | undefined;
  readonly cents: number | null;
  readonly basisPoints: number | null;
  readonly fromYear: number;
  readonly toYear: number | null;
  readonly grantedIndex: number;
  readonly endedIndex: number | null;
};

type Stated = {
  property_id: string;
  address: string;
  neighborhood: string;
  property_type: PropertyType;
  square_footage: number;
  lot_square_feet: number;
  year_built: number | null;
  geometry_sha256: string | null;
};
type Data = Stated &
  StatedTitle & {
    action: string;
    into: readonly (Stated & StatedTitle)[];
    year: number;
    land_cents: number;
    building_cents: number;
    sha256: string;
    title: string;
    reason?: string;
    exemption: string;
    cents?: number | null;
    basis_points?: number | null;
    commitment?: string;
    from_year: number;
    to_year: number | null;
    last_year: number;
    from: string;
    to: string;
    numerator: number;
    denominator: number;
  };

/** Replays the blocks of one parcel in order. Returns undefined if none of them registers it. */
export function replayParcel(blocks: readonly ParcelBlock[]): ReplayedParcel | undefined {
  let parcel: ReplayedParcel | undefined;
  for (const block of blocks) parcel = apply(parcel, block, JSON.parse(block.data) as Data);
  return parcel && { ...parcel, blocks: blocks.map(({ index }) => index) };
}

function apply(parcel: ReplayedParcel | undefined, block: ParcelBlock, data: Data): ReplayedParcel | undefined {
  const begins = data.action === 'registry.parcel_registered' || data.action === 'registry.parcels_merged';
  const part = data.action === 'registry.parcel_split' ? data.into.find(isOf(block)) : undefined;
  if (part !== undefined || (begins && isOf(block)(data))) return begin(part ?? data, block);
  if (parcel === undefined) return undefined;
  switch (data.action) {
    case 'registry.parcel_corrected':
      return { ...parcel, facts: toFacts(data) };
    case 'registry.parcel_split':
    case 'registry.parcels_merged':
      return {
        ...{
          ...withFault(parcel, block, describeSuccession(parcel, data)),
          status: 'retired',
          rights: new Map(),
          titleIndex: block.index,
        },
        successors:
          data.action === 'registry.parcel_split' ? data.into.map((one) => one.property_id) : [data.property_id],
      };
    case 'registry.title_transferred':
      return {
        ...withFault(parcel, block, describeTransfer(parcel, data)),
        ...{ shares: data.shares, rights: toRights(data, block, parcel.rights), titleIndex: block.index },
      };
    case 'registry.document_recorded': {
      const { sha256, title } = data;
      if (parcel.documents.has(sha256)) return parcel;
      return { ...parcel, documents: new Map([...parcel.documents, [sha256, { title, blockIndex: block.index }]]) };
    }
    case 'registry.exemption_granted':
      return withExemption(parcel, data.exemption, {
        commitment: data.commitment,
        cents: data.cents ?? null,
        basisPoints: data.basis_points ?? null,
        fromYear: data.from_year,
        toYear: data.to_year,
        grantedIndex: block.index,
        endedIndex: null,
      });
    case 'registry.exemption_ended': {
      const granted = parcel.exemptions.get(data.exemption);
      return (
        granted &&
        withExemption(parcel, data.exemption, { ...granted, toYear: data.last_year, endedIndex: block.index })
      );
    }
    case 'registry.assessed':
    case 'registry.appeal_granted': {
      const { year, land_cents: landCents, building_cents: buildingCents } = data;
      const reason = data.action === 'registry.appeal_granted' ? APPEAL_GRANTED : (data.reason ?? null);
      const assessed = { year, landCents, buildingCents, reason, blockIndex: block.index, at: block.timestamp * 1000 };
      const counts = parcel.assessedYear === null || year >= parcel.assessedYear;
      return {
        ...parcel,
        assessments: [...parcel.assessments, assessed],
        ...(counts ? { assessedYear: year, assessedCents: landCents + buildingCents } : {}),
      };
    }
    default:
      return parcel;
  }
}

const isOf =
  ({ id }: ParcelBlock) =>
  (stated: Stated): boolean =>
    stated.property_id === id;

const begin = (stated: Stated & StatedTitle, block: ParcelBlock): ReplayedParcel => ({
  facts: toFacts(stated),
  status: 'active',
  shares: stated.shares,
  rights: toRights(stated, block, new Map()),
  assessedCents: 0,
  assessedYear: null,
  registeredIndex: block.index,
  titleIndex: block.index,
  faults: [],
  blocks: [],
  assessments: [],
  successors: [],
  documents: new Map(),
  exemptions: new Map(),
});

const withFault = (parcel: ReplayedParcel, { index }: ParcelBlock, fault: string | undefined): ReplayedParcel =>
  fault === undefined ? parcel : { ...parcel, faults: [...parcel.faults, `block ${index} ${fault}`] };

const withExemption = (parcel: ReplayedParcel, id: string, exemption: ReplayedExemption): ReplayedParcel => ({
  ...parcel,
  exemptions: new Map([...parcel.exemptions, [id, exemption]]),
});

const toFacts = (stated: Stated): ParcelFacts => ({
  propertyId: stated.property_id,
  address: stated.address,
  neighborhood: stated.neighborhood,
  propertyType: stated.property_type,
  squareFootage: stated.square_footage,
  lotSquareFeet: stated.lot_square_feet,
  yearBuilt: stated.year_built,
  geometrySha256: stated.geometry_sha256,
});

/** Returns the rights after a block. An owner who already had a right keeps its start time. */
const toRights = (
  { rights }: StatedTitle,
  { index, timestamp }: ParcelBlock,
  before: ParcelState['rights'],
): ReadonlyMap<string, Right> =>
  new Map(
    rights.map(({ holder, shares }) => {
      const { acquiredAt, acquiredIndex } = before.get(holder) ?? {
        acquiredAt: timestamp * 1000,
        acquiredIndex: index,
      };
      return [holder, { shares, acquiredAt, acquiredIndex }];
    }),
  );

import { sql } from 'kysely';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ParcelState, Right } from '../registry-state.ts';

/** The stored owners of a parcel. */
export type StoredTitle = Pick<ParcelState, 'status' | 'shares' | 'titleIndex'> & {
  readonly propertyId: string;
  readonly rights: ReadonlyMap<string, Pick<Right, 'shares'>>;
};

type Stated = { property_id: string; shares: number; rights: readonly { holder: string; shares: number }[] };
type TitleBlock = Stated & { action: string; into?: readonly Stated[]; from?: readonly string[] | string };

/**
 * Describes how stored titles differ from the blocks that state them, by property. Each block of a title states all owners, so the newest one
 * decides.
 */
export async function compareTitles(db: Database, titles: readonly StoredTitle[]): Promise<Map<string, string>> {
  if (titles.length === 0) return new Map();
  const { rows } = await sql<{ id: string; data: TitleBlock | null; newest: number | null }>`
    select id, (select data::json from ledger_blocks where index = title and domain = 'registry' and domain <> 'trace') as data,
      greatest((
        select max(index) from ledger_blocks where domain <> 'trace' and data::jsonb->>'property_id' = id and action in (
          'registry.parcel_registered', 'registry.parcel_split', 'registry.parcels_merged', 'registry.title_transferred'
        )
      ), (
        select max(index) from ledger_blocks
        where domain <> 'trace' and action = 'registry.parcels_merged' and data::jsonb->'from' @> to_jsonb(id)
      )) as newest
    from unnest(${textArray(titles.map(({ propertyId }) => propertyId))}::text[],
      ${int8Array(titles.map(({ titleIndex }) => titleIndex))}::bigint[]) as t (id, title)
  `.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    titles.flatMap((title) => {
      const { data, newest } = found.get(title.propertyId) ?? { data: null, newest: null };
      const problem =
        newest !== null && newest > title.titleIndex
          ? `its stored title is from block ${title.titleIndex}, but block ${newest} is newer`
          : describeTitle(title, statedBy(data, title.propertyId));
      return problem === undefined ? [] : [[title.propertyId, problem]];
    }),
  );
}

const toTitle = ({ shares, rights }: Stated) => ({
  shares,
  rights: rights.map(({ holder, shares: own }) => `${holder} ${own}`).toSorted(),
});

/** Returns the owners of a parcel after a block, `retired` if it has none any more, or undefined if the block is not about the title. */
function statedBy(data: TitleBlock | null, id: string): ReturnType<typeof toTitle> | 'retired' | undefined {
  switch (data?.action) {
    case 'registry.parcel_split': {
      const part = data.into?.find(({ property_id }) => property_id === id);
      if (part !== undefined) return toTitle(part);
      return data.property_id === id ? 'retired' : undefined;
    }
    case 'registry.parcels_merged':
      if (data.from?.includes(id)) return 'retired';
      break;
    case 'registry.parcel_registered':
    case 'registry.title_transferred':
      break;
    default:
      return undefined;
  }
  return data.property_id === id ? toTitle(data) : undefined;
}

function describeTitle({ titleIndex, status, shares, rights }: StoredTitle, stated: ReturnType<typeof statedBy>) {
  if (stated === undefined) return `block ${titleIndex} is not about its title`;
  if (stated === 'retired')
    return status === 'retired' && rights.size === 0 ? undefined : `block ${titleIndex} retires it`;
  const own = [...rights].map(([holder, right]) => `${holder} ${right.shares}`).toSorted();
  const isSame = status === 'active' && shares === stated.shares && own.join() === stated.rights.join();
  if (isSame) return undefined;
  return `${status}, ${own.join(', ')} of ${shares}; block ${titleIndex} states ${stated.rights.join(', ')} of ${stated.shares}`;
}

/** Thrown if stored owners differ from the newest block of the title: such a title does not move. */
export class DamagedTitle extends AppError {
  constructor(propertyId: string, problem: string) {
    super(unavailable, `The stored owners of ${propertyId} differ from the blocks, so nothing is recorded.`, {
      hint: 'Compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The title of ${propertyId}: ${problem}`),
    });
  }
}

/**
 * Compares the titles that batches move with their blocks, once each: compared owners, and owners that a judged request left, are
 * recognized by the identity of their map.
 */
export function createTitleCheck(readParcels: (db: Database, ids: readonly string[]) => Promise<ParcelState[]>) {
  const compared = new WeakSet<ParcelState['rights']>();
  const compare = async (db: Database, parcels: readonly ParcelState[]) => {
    const wanted = parcels.filter(({ rights }) => !compared.has(rights));
    const problems = await compareTitles(
      db,
      wanted.map((parcel) => ({ ...parcel, propertyId: parcel.facts.propertyId })),
    );
    for (const { facts, rights } of wanted) if (!problems.has(facts.propertyId)) compared.add(rights);
    return problems;
  };
  return {
    /**
     * Returns how titles differ from their blocks. A cached parcel that differs is reloaded, unless an in-flight batch changes it: another
     * process may have moved its title.
     */
    async read(
      db: Database,
      ids: ReadonlySet<string>,
      parcels: Map<string, ParcelState>,
      isOnItsWay: (id: string) => boolean,
    ): Promise<ReadonlyMap<string, string>> {
      const problems = await compare(
        db,
        [...ids].flatMap((id) => parcels.get(id) ?? []),
      );
      const again = await readParcels(
        db,
        [...problems.keys()].filter((id) => !isOnItsWay(id)),
      );
      for (const parcel of again) {
        parcels.set(parcel.facts.propertyId, parcel);
        problems.delete(parcel.facts.propertyId);
      }
      return new Map([...problems, ...(await compare(db, again))]);
    },
    /** Marks owners that a judged request left as compared. */
    trust: (rights: ParcelState['rights']) => void compared.add(rights),
  };
}

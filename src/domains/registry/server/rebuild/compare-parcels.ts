import { sql } from 'kysely';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runTogether, runWrite, type WriteStatement } from '#platform/server/database/one-statement.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { insertAssessments } from '../assessments/assessments.ts';
import { insertDocuments } from '../documents/documents.ts';
import { commitTo } from '../exemptions/commit-exemption.ts';
import { readExemptions } from '../exemptions/exemptions.ts';
import { insertParcelBlocks, insertParcels, readParcelStates, updateParcels } from '../parcels/parcels.ts';
import { insertSuccessions } from '../parcels/successions.ts';
import { NOTHING_PASSED_ON, type ParcelState } from '../registry-state.ts';
import { writeRights } from '../rights/rights.ts';
import type { ExemptionState } from '../tax-file-state.ts';
import { compareGeometries, comparePlaces, readUnfound } from './compare-places.ts';
import type { ReplayedExemption, ReplayedParcel } from './replay-parcel.ts';

type Into = { readonly differences: Differences; readonly repair: boolean };

/** The rows of a parcel in other tables, each as a line of text. */
type Lists = {
  blocks: readonly string[];
  assessments: readonly string[];
  documents: readonly string[];
  exemptions: readonly string[];
  successions: readonly string[];
};

/**
 * Compares the stored parcels after one id and up to another with the replayed ones. With `repair`, writes the replayed
 * state.
 */
export async function compareParcels(
  db: Database,
  replays: readonly (ReplayedParcel | undefined)[],
  range: { readonly after: string; readonly upTo: string | undefined },
  into: Into,
): Promise<void> {
  const replayed = new Map(replays.flatMap((one) => (one === undefined ? [] : [[one.facts.propertyId, one]])));
  const ids = [...replayed.keys()];
  for (const id of await readStrangers(db, ids, range))
    into.differences.add('unknown_parcels', `${id} is not on the chain`);
  const kept = new Map((await readParcelStates(db, ids)).map((state) => [state.facts.propertyId, state]));
  const lists = await readLists(db, ids);
  const unfound = await readUnfound(db, replayed);
  const wrong: ReplayedParcel[] = [];
  for (const [id, replay] of replayed) {
    const state = kept.get(id);
    const problem = describeDifference(state && factsOf(state), factsOf(replay));
    if (problem !== undefined) into.differences.add('parcels', `${id}: ${problem}`);
    for (const fault of replay.faults) into.differences.add('titles', `${id}: ${fault}`);
    const listed = lists.get(id) ?? { blocks: [], assessments: [], documents: [], exemptions: [], successions: [] };
    const expected = listsOf(replay);
    if (unfound.has(id)) into.differences.add('parcel_words', `${id} has other search words than its facts give`);
    let isWrong = problem !== undefined || unfound.has(id);
    for (const name of ['blocks', 'assessments', 'documents', 'exemptions', 'successions'] as const) {
      if (listed[name].join('\n') === expected[name].join('\n')) continue;
      isWrong = true;
      into.differences.add(tableOf[name], `${id}: ${describeLines(listed[name], expected[name])}`);
    }
    if (isWrong) wrong.push(replay);
  }
  await compareGeometries(db, replayed, into.differences);
  await comparePlaces(db, ids, into.differences);
  if (into.repair && wrong.length > 0) await repairParcels(db, wrong, kept);
}

const tableOf = {
  blocks: 'parcel_blocks',
  assessments: 'assessments',
  documents: 'parcel_documents',
  exemptions: 'parcel_exemptions',
  successions: 'parcel_successions',
} as const;

/** Returns the facts of a stored or replayed parcel in a comparable form. */
const factsOf = (
  parcel: Omit<ReplayedParcel, 'faults' | 'blocks' | 'assessments' | 'documents' | 'exemptions' | 'successors'>,
) => ({
  ...parcel.facts,
  status: parcel.status,
  shares: parcel.shares,
  owners: Object.fromEntries([...parcel.rights].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  assessedCents: parcel.assessedCents,
  assessedYear: parcel.assessedYear,
  registeredIndex: parcel.registeredIndex,
  titleIndex: parcel.titleIndex,
});

const listsOf = ({ blocks, assessments, documents, exemptions, successors, titleIndex }: ReplayedParcel): Lists => ({
  blocks: blocks.map(String),
  assessments: assessments
    .map(
      (one) =>
        `${one.year} in block ${one.blockIndex}: ${one.landCents} and ${one.buildingCents} cents${one.reason === null ? '' : `, ${one.reason}`}`,
    )
    .toSorted(),
  documents: [...documents]
    .map(([sha256, { title, blockIndex }]) => `${sha256} in block ${blockIndex}: ${title}`)
    .toSorted(),
  exemptions: [...exemptions].map(([id, { commitment, ...one }]) => exemptionLine(id, commitment, one)).toSorted(),
  successions: successors.map((id) => `${id} in block ${titleIndex}`).toSorted(),
});

/** Returns the line of an exemption: its block's commitment, or the amount that an older block states. */
function exemptionLine(
  id: string,
  commitment: string | undefined,
  { cents, basisPoints, fromYear, toYear, grantedIndex, endedIndex }: Omit<ReplayedExemption, 'commitment'>,
): string {
  const amount = cents === null ? `${basisPoints} points` : `${cents} cents`;
  return `${id}: ${commitment ?? amount} from ${fromYear} to ${toYear ?? 'open'}, granted in block ${grantedIndex}${endedIndex === null ? '' : `, ended in block ${endedIndex}`}`;
}

/** Returns the line of a stored exemption. An altered kind or amount gives another commitment than the block's. */
const storedLine = (one: ExemptionState): string =>
  exemptionLine(one.exemptionId, one.commitmentKey === null ? undefined : commitTo(one.commitmentKey, one), one);

function describeLines(kept: readonly string[], expected: readonly string[]): string {
  const missing = expected.find((line) => !kept.includes(line));
  if (missing !== undefined) return `${missing} is missing`;
  return `${kept.find((line) => !expected.includes(line)) ?? 'a repetition'} is not on the chain`;
}

async function readStrangers(
  db: Database,
  ids: readonly string[],
  { after, upTo }: { after: string; upTo: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ property_id: string }>`
    select property_id from parcels where property_id > ${after} ${upTo === undefined ? sql`` : sql`and property_id <= ${upTo}`}
    and property_id <> all(${textArray(ids)}::text[])
  `.execute(db);
  return rows.map((row) => row.property_id);
}

async function readLists(db: Database, ids: readonly string[]): Promise<Map<string, Lists>> {
  const kept = await readExemptions(db, ids);
  const { rows } = await sql<{
    id: string;
    blocks: string[];
    assessments: string[];
    documents: string[];
    successions: string[];
  }>`
    select id,
      array(select block_index::text from parcel_blocks where property_id = id order by parcel_blocks.block_index) as blocks,
      array(
        select year || ' in block ' || block_index || ': ' || land_cents || ' and ' || building_cents || ' cents' || coalesce(', ' || reason, '')
        from assessments where property_id = id
      ) as assessments,
      array(
        select encode(sha256, 'hex') || ' in block ' || block_index || ': ' || title from parcel_documents where property_id = id
      ) as documents,
      array(
        select successor_id || ' in block ' || block_index from parcel_successions where property_id = id
      ) as successions
    from unnest(${textArray(ids)}::text[]) as id
  `.execute(db);
  return new Map(
    rows.map(({ id, blocks, assessments, documents, successions }) => [
      id,
      {
        blocks,
        assessments: assessments.toSorted(),
        documents: documents.toSorted(),
        successions: successions.toSorted(),
        exemptions: (kept.get(id) ?? []).map(storedLine).toSorted(),
      },
    ]),
  );
}

async function repairParcels(
  db: Database,
  wrong: readonly ReplayedParcel[],
  kept: ReadonlyMap<string, ParcelState>,
): Promise<void> {
  const noMoney = { owedCents: 0, creditCents: 0, passedOn: NOTHING_PASSED_ON, bills: [] };
  const states = wrong.map(
    ({
      faults: _,
      blocks: _1,
      assessments: _2,
      documents: _3,
      exemptions: _4,
      successors: _5,
      ...replay
    }): ParcelState => ({
      ...(kept.get(replay.facts.propertyId) ?? noMoney),
      ...replay,
    }),
  );
  const known = states.filter(({ facts }) => kept.has(facts.propertyId));
  const missing = states.filter(({ facts }) => !kept.has(facts.propertyId)).map(withoutGeometry);
  // Rights and shares change together, because the database refuses rights that do not add up.
  for (const [parcels, write] of [
    [known, updateParcels],
    [missing, insertParcels],
  ] as const)
    if (parcels.length > 0) await runTogether(db, write(parcels, new Map()), writeRights(parcels));
  const ids = textArray(wrong.map(({ facts }) => facts.propertyId));
  await sql`delete from parcel_blocks where property_id = any(${ids}::text[])`.execute(db);
  await sql`delete from assessments where property_id = any(${ids}::text[])`.execute(db);
  await sql`delete from parcel_successions where property_id = any(${ids}::text[])`.execute(db);
  await sql`delete from parcel_documents where property_id = any(${ids}::text[])`.execute(db);
  const rows = <T>(read: (parcel: ReplayedParcel) => readonly T[]) =>
    wrong.flatMap((parcel) => read(parcel).map((row) => ({ ...row, propertyId: parcel.facts.propertyId })));
  const successions = rows(({ successors, titleIndex }) =>
    successors.map((successorId) => ({ successorId, blockIndex: titleIndex })),
  );
  const lists: WriteStatement[] = [
    insertSuccessions(successions),
    insertParcelBlocks(rows(({ blocks }) => blocks.map((index) => ({ index })))),
    insertAssessments(rows(({ assessments }) => assessments)),
    insertDocuments(rows(({ documents }) => [...documents].map(([sha256, one]) => ({ sha256, ...one })))),
  ];
  for (const statement of lists) await runWrite(db, statement);
}

/** Returns a parcel without geometry and hash, because the geometry of a lost parcel is not on the chain. */
const withoutGeometry = (parcel: ParcelState): ParcelState => ({
  ...parcel,
  facts: { ...parcel.facts, geometrySha256: null },
});

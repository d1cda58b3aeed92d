import { sql } from 'kysely';
import { lockHead } from '#domains/ledger/server/index.ts';
import type { TaxRates } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference, RebuildOptions } from '#platform/server/domain.ts';
import { compareBillMoney } from './compare-bill-money.ts';
import { openEntries } from './compare-entries.ts';
import { compareMap } from './compare-map.ts';
import { compareMoney } from './compare-money.ts';
import { compareParcels } from './compare-parcels.ts';
import { comparePayments } from './compare-payments.ts';
import { compareTax, type RatesByBlock } from './compare-tax.ts';
import { compareTotals } from './compare-totals.ts';
import { compareVersions } from './compare-versions.ts';
import { readSorted } from './read-sorted.ts';
import { createMoneyReplay } from './replay-money.ts';
import { type ParcelBlock, replayParcel } from './replay-parcel.ts';

const PARCELS_AT_A_TIME = 500;
const PAGE = 2000;
/** Tables that also have data that is not on the chain, such as bills, payers and kinds of exemptions, or rows that others refer to. */
const LASTING = [
  ...['blocks', 'geometries', 'money', 'unknown_parcels', 'titles'],
  ...['payments', 'tax_rates', 'method_fees', 'parcel_exemptions', 'bills', 'assessment_appeals'],
  ...['book_postings', 'bill_corrections', 'bill_waivers', 'parcel_bounds', 'parcel_cells', 'city_features'],
];

/**
 * Replays the blocks of the registry, and returns every difference of its tables: parcels, rights, assessments, documents, geometries,
 * exemptions, bills, appeals, rates, fees, payments, the map, and what is owed according to the parcels, the bills and the books. Runs in
 * one transaction on one state of the chain. With `repair`, appends wait, and parcels, rights, assessments, documents and totals are
 * written from the chain. Differences in what is owed are only reported, because a person has to decide which bill is wrong.
 */
export function rebuildRegistry(
  database: Database,
  { repair, onProgress, timeZone }: RebuildOptions & { readonly timeZone: string },
): Promise<Difference[]> {
  return database
    .transaction()
    .setIsolationLevel(repair ? 'read committed' : 'repeatable read')
    .execute(async (tx) => {
      // Every append locks this row first, so none comes between reading and writing here.
      if (repair) await lockHead(tx);
      const differences = createDifferences(LASTING);
      const money = createMoneyReplay();
      let replayed = 0;
      const entries = await openEntries(tx, differences);
      for await (const blocks of readBlocks(tx)) {
        for (const { data } of blocks) money.add(data);
        await entries.compare(blocks);
        replayed += blocks.length;
        if (blocks.length === PAGE) onProgress?.(replayed);
      }
      await entries.finish();
      const rates = await readRatesByBlock(tx);
      let after = '';
      for await (const parcels of inChunks(readByParcel(tx))) {
        const replays = parcels.map(replayParcel);
        const last = parcels.at(-1)?.at(-1)?.id;
        await compareParcels(tx, replays, { after, upTo: last }, { differences, repair });
        await compareTax(tx, parcels, rates, differences);
        await compareBillMoney(tx, parcels, { rates, timeZone }, differences);
        after = last ?? after;
      }
      await compareParcels(tx, [], { after, upTo: undefined }, { differences, repair });
      await compareMoney(tx, money, differences);
      await comparePayments(tx, differences);
      await compareVersions(tx, differences);
      await compareMap(tx, differences);
      await compareTotals(tx, replayed, { differences, repair });
      onProgress?.(replayed);
      return differences.list();
    });
}

/** Reads the rates in each block that set some. The city sets rates a few times a year. */
async function readRatesByBlock(db: Database): Promise<RatesByBlock> {
  const { rows } = await sql<{ index: number; rates: TaxRates }>`
    select index, data::json->'rates' as rates from ledger_blocks
    where domain = 'registry' and domain <> 'trace' and action = 'registry.rates_set'
  `.execute(db);
  return new Map(rows.map(({ index, rates }) => [index, rates]));
}

/** Yields the content of the registry's blocks in order, page by page. */
async function* readBlocks(db: Database): AsyncGenerator<{ index: number; data: string }[]> {
  for (let from = -1; ; ) {
    const { rows } = await sql<{ index: number; data: string }>`
      select index, data from ledger_blocks where domain = 'registry' and domain <> 'trace' and index > ${from}::bigint
      order by index limit ${PAGE}
    `.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    from = last.index;
  }
}

/** Yields the blocks of each parcel together and in order, by its id. */
const readByParcel = (db: Database) =>
  readSorted(
    db,
    sql<ParcelBlock>`
      select id, index, timestamp, data from ledger_blocks, lateral (
        select data::jsonb->>'property_id' as id
        union select stated->>'property_id' from jsonb_array_elements(data::jsonb->'into') as stated
        union select paid->>'property_id' from jsonb_array_elements(data::jsonb->'parts') as paid
        union select data::jsonb->'passed_on'->>'property_id'
        union select passed->>'property_id' from jsonb_array_elements(data::jsonb->'passed_on_by') as passed
        union select taken->>'property_id' from jsonb_array_elements(data::jsonb->'taken_from') as taken
        union select other from jsonb_array_elements_text(data::jsonb->'others') as other
        union select merged from jsonb_array_elements_text(data::jsonb->'from') as merged
          where action = 'registry.parcels_merged'
      ) as concerned
      where domain = 'registry' and domain <> 'trace' and id is not null
      order by id, index
    `,
  );

async function* inChunks(parcels: AsyncIterable<ParcelBlock[]>): AsyncGenerator<ParcelBlock[][]> {
  let chunk: ParcelBlock[][] = [];
  for await (const parcel of parcels) {
    chunk.push(parcel);
    if (chunk.length < PARCELS_AT_A_TIME) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

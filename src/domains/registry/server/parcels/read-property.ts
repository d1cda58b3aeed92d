import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { describeTitleBlock } from '#domains/registry/contract/title/describe-title-block.ts';
import { reduced } from '#domains/registry/contract/title/fractions.ts';
import { DOCUMENTS_LISTED_MAX, type Ownership, TITLE_ENTRIES_MAX } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssessments } from '../assessments/assessments.ts';
import { readDocuments } from '../documents/documents.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { readRights } from '../rights/rights.ts';
import { correctedBy } from './corrected-by.ts';
import { findProperties, toProperty } from './list-properties.ts';
import { readGeometry, readParcelBlocks } from './parcels.ts';
import { readPublicFile } from './public-file.ts';
import { readSuccession } from './successions.ts';

/**
 * Reads all public data of a parcel: facts, fractions under pseudonyms, assessments, documents, and the blocks
 * of its title.
 *
 * @throws AppError `registry.property_not_found`
 */
export async function readProperty(db: Database, propertyId: string) {
  const [row] = await findProperties(db, [propertyId]);
  if (row === undefined) throw noSuchProperty(propertyId);
  const [geometry, owners, assessments, { documents, total }, title, succession, file] = await Promise.all([
    readGeometry(db, propertyId),
    readOwnership(db, propertyId),
    readAssessments(db, propertyId),
    readDocuments(db, propertyId, { page: 1, limit: DOCUMENTS_LISTED_MAX }),
    readTitle(db, propertyId),
    readSuccession(db, propertyId),
    readPublicFile(db, propertyId),
  ]);
  const recorded = { documents, documentCount: total };
  const own = { lotSquareFeet: row.lot_square_feet, yearBuilt: row.year_built };
  return { ...toProperty(row), ...own, geometry, owners, assessments, ...recorded, ...title, ...succession, ...file };
}

/** Reads the owners of a parcel, the largest fraction first. */
export async function readOwnership(db: Database, propertyId: string): Promise<Ownership[]> {
  const rights = [...((await readRights(db, [propertyId])).get(propertyId) ?? [])];
  const denominator = rights.reduce((sum, [, { shares }]) => sum + shares, 0);
  return rights
    .toSorted(([, a], [, b]) => b.shares - a.shares || a.acquiredIndex - b.acquiredIndex)
    .map(([holder, { shares, acquiredAt, acquiredIndex }]) => ({
      holder,
      fraction: reduced({ numerator: shares, denominator }),
      acquiredAt: new Date(acquiredAt).toISOString(),
      blockIndex: acquiredIndex,
    }));
}

async function readTitle(db: Database, propertyId: string) {
  const { indexes, total } = await readParcelBlocks(db, propertyId, TITLE_ENTRIES_MAX);
  const blocks = await readBlocksAt(db, indexes);
  const corrections = new Map<string, number>();
  const title = blocks
    .toSorted((a, b) => b.index - a.index)
    .map(({ index, timestamp, hash, data }) => ({
      correctedBy: correctedBy(corrections, index, data),
      action: String(data['action']),
      summary: describeTitleBlock(data, propertyId),
      recordedAt: new Date(timestamp * 1000).toISOString(),
      block: { index, hash },
    }));
  return { title, titleLength: total };
}

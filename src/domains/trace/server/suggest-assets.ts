import { sql } from 'kysely';
import { canonicalIdentifier } from '#domains/participants/server/index.ts';
import type { FacetCount } from '#domains/trace/contract.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { countBatch } from './asset-facets.ts';
import { catchUp } from './catch-up.ts';
import { lowerCase } from './search-texts.ts';

const ASSETS_MAX = 5;
const SIMILAR_MAX = 3;

/** Returns the assets and the batch that a text names. With `similar`, also similarly spelled names and locations. */
export async function suggestAssets(db: Database, { text, similar }: { text: string; similar: boolean }) {
  await catchUp(db);
  const [assets, batch, alike] = await Promise.all([
    findNamed(db, text),
    countBatch(db, text),
    similar ? findSimilar(db, text) : [],
  ]);
  return { assets, similar: alike, ...(batch === undefined ? {} : ({ batch } satisfies { batch: FacetCount })) };
}

/**
 * Returns the ids that a text may be stored as: a key in digits is a Digital Link, and one without a serial is a
 * prefix.
 */
function idsFor(text: string): { exact: string; beginning: string | undefined } {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (/^(\d{8}|\d{12,14})$/.test(digits)) {
    const exact = `https://id.gs1.org/01/${digits.padStart(14, '0')}`;
    return { exact, beginning: `${exact}/` };
  }
  if (/^\d{18}$/.test(digits)) return { exact: `https://id.gs1.org/00/${digits}`, beginning: undefined };
  return { exact: canonicalIdentifier(text), beginning: undefined };
}

async function findNamed(db: Database, text: string) {
  const { exact, beginning } = idsFor(text);
  const escaped = (part: string) => lowerCase(part).replaceAll(/[\\%_]/g, '\\$&');
  const like = [...new Set([text, exact])].map((id) => `${escaped(id)}\n%`);
  if (beginning !== undefined) like.push(`${escaped(beginning)}%`);
  const { rows } = await sql<{ asset_id: string; name: string }>`
    select asset_id, name from assets where ${sql.join(
      like.map((one) => sql`lower(asset_id || E'\n' || name) like ${one}`),
      sql` or `,
    )} limit ${ASSETS_MAX}
  `.execute(db);
  const exactFirst = (id: string) => (id === text || id === exact ? 0 : 1);
  return rows
    .toSorted((a, b) => exactFirst(a.asset_id) - exactFirst(b.asset_id) || (a.asset_id < b.asset_id ? -1 : 1))
    .map((row) => ({ assetId: row.asset_id, name: row.name }));
}

/** Two of five trigrams must match: `kenia` is to find `Kenya`. */
const THRESHOLD = '0.4';
/** Time limit, because suggestions are not worth waiting for. */
const PATIENCE_MILLISECONDS = '150';
const CANDIDATES_MAX = 500;

async function findSimilar(db: Database, text: string): Promise<string[]> {
  const term = lowerCase(text);
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`
        select set_config('pg_trgm.word_similarity_threshold', ${THRESHOLD}, true),
          set_config('statement_timeout', ${PATIENCE_MILLISECONDS}, true)
      `.execute(tx);
      const { rows } = await sql<{ words: string }>`
        select words from (
          (select name as words from assets where lower(asset_id || E'\n' || name) %> ${term} limit ${CANDIDATES_MAX})
          union
          (select location from asset_locations where lower(location) %> ${term} limit ${CANDIDATES_MAX})
        ) as candidates
        where word_similarity(${term}, lower(words)) >= ${THRESHOLD}::real
        order by word_similarity(${term}, lower(words)) desc, length(words), words limit ${SIMILAR_MAX}
      `.execute(tx);
      return rows.map((row) => row.words);
    });
  } catch (error) {
    if (hasSqlState(error, '57014')) return [];
    throw error;
  }
}

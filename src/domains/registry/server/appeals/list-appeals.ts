import type { AppealState } from '#domains/registry/contract.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { showAppeal } from '../read-tax-file.ts';
import { readAppealPage } from './appeals.ts';

/** Reads a page of the appeals in a state. */
export async function listAppeals(db: Database, query: { state: AppealState; page: number; limit: number }) {
  const { appeals, total } = await readAppealPage(db, query);
  return {
    appeals: appeals.map(({ address, assessedCents, ...appeal }) => ({
      ...showAppeal(appeal),
      address,
      assessedCents,
    })),
    pagination: paginate({ total, page: query.page, limit: query.limit }),
  };
}

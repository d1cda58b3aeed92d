import { answerEvidence } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { JsonText, type Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { readActivity } from './activity/read-activity.ts';
import { countFacets } from './asset-facets.ts';
import { checkNewAssets } from './check-new-assets.ts';
import { readDashboard } from './dashboard.ts';
import { readLineage } from './lineage/read-lineage.ts';
import { readRecall } from './lineage/read-recall.ts';
import { findRecallSheet } from './lineage/recall-sheet.ts';
import { listAssets } from './list-assets.ts';
import type { Trace } from './open-trace.ts';
import { readAsset } from './read-asset.ts';
import { readRecentActivities } from './recent-activities.ts';
import { recordEvent } from './record-event.ts';
import { findStoredId } from './stored-asset-ids.ts';
import { suggestAssets } from './suggest-assets.ts';
import { summarizeEvents } from './summarize-events.ts';

/** Serves events, assets and the dashboard. */
export function mountTrace(mount: Mount<Account>, trace: Trace): void {
  const { database } = trace;
  const idOf = ({ assetId }: { assetId: string }) => findStoredId(database, assetId);
  mount(contract.addEvent, async ({ caller, body, idempotencyKey }) => {
    const { index, blockText } = await recordEvent(trace, caller, body, idempotencyKey);
    return new JsonText(`{"msg":"Block #${index} has been added to the blockchain.","block":${blockText}}`);
  });
  mount(contract.checkNewAssets, async ({ caller, body }) => ({
    newAssets: await checkNewAssets(trace, caller, body.assetIds),
  }));
  mount(contract.listAssets, async ({ query }) => {
    const { assets, pagination } = await listAssets(database, query);
    return { assets, pagination, total_count: pagination.total };
  });
  mount(contract.assetFacets, ({ query }) => countFacets(database, query));
  mount(contract.assetSuggestions, ({ query }) => suggestAssets(database, query));
  mount(
    contract.readAsset,
    async ({ params, query }) => new JsonText(await readAsset(database, await idOf(params), query)),
  );
  mount(contract.readLineage, async ({ params, query }) => readLineage(database, await idOf(params), query));
  mount(contract.readRecall, async ({ params, query }) => {
    const assetId = await idOf(params);
    const [recall, verdict] = await Promise.all([readRecall(database, assetId, query.scope), trace.verdict()]);
    const { valid, totalBlocks: length, checkpointSize } = verdict;
    return { ...recall, basis: { at: new Date(trace.clock()).toISOString(), length, checkpointSize, valid } };
  });
  mount(contract.readRecallReport, async ({ params, query, signal, caller, ip }) => {
    const { scope, format, after } = query;
    const assetId = await idOf(params);
    const path = `/api/assets/${encodeURIComponent(assetId)}/recall/report?scope=${scope}&format=${format}`;
    const find = () => findRecallSheet(trace, assetId, { scope, after });
    return answerEvidence(trace.ledger, find, { format, signal, caller, ip }, (next) => `${path}&after=${next}`);
  });
  mount(contract.participantActivity, ({ params, query }) => readActivity(database, params.id, query.clock));
  mount(contract.recentActivities, async ({ query }) => ({
    activities: await readRecentActivities(database, trace.clock(), query),
  }));
  mount(contract.summarizeEvents, ({ query }) => summarizeEvents(database, query));
  mount(contract.dashboardStats, ({ query }) => readDashboard(trace, query));
}

import { readAuditLog } from '#domains/audit/contract.ts';
import {
  checkpoint,
  findBlock,
  listKeys,
  listWitnesses,
  readBlock,
  readChain,
  validateChain,
} from '#domains/ledger/contract.ts';
import { health } from '#domains/observability/contract.ts';
import {
  participantActivity,
  participantStats,
  participantsList,
  readParticipant,
} from '#domains/participants/contract.ts';
import {
  assetFacets,
  assetSuggestions,
  dashboardStats,
  listAssets,
  readAsset,
  readLineage,
  readRecall,
  recentActivities,
} from '#domains/trace/contract.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';

/** A route of the product that the assistant may call, as whoever asks. Reading routes alone stand here. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly route: RouteDefinition;
  /** When it is the right one: read by a model, and by people in the tool's step. */
  readonly useFor: string;
};

/** Every tool of the assistant. What it takes, answers and refuses is said by the route's own schemas. */
export const tools = {
  search_assets: tool(listAssets, 'Search assets', 'Find assets by name, place, category, status or batch.'),
  count_assets: tool(assetFacets, 'Count assets', 'How many assets there are of each category, status and batch.'),
  suggest_assets: tool(
    assetSuggestions,
    'Find an asset id',
    'Find the asset that an id means, or ids written much alike.',
  ),
  read_asset: tool(
    readAsset,
    'Read an asset',
    'One asset: where it is, who has it, its status, and its whole history with block numbers.',
  ),
  read_lineage: tool(readLineage, 'Follow a lineage', 'What an asset was made from, or what it went into.'),
  read_recall: tool(readRecall, 'List a recall', 'Everything that a fault in an asset or its batch may have reached.'),
  read_chain: tool(readChain, 'Read blocks', 'The newest blocks, or how long the chain is.'),
  read_block: tool(readBlock, 'Read a block', 'One block by its number.'),
  find_block: tool(findBlock, 'Find a block', 'One block by its 64-digit hash.'),
  validate_chain: tool(
    validateChain,
    'Check the chain',
    'Whether the chain is intact, and how far it was checked and signed.',
  ),
  read_checkpoint: tool(checkpoint, 'Read the checkpoint', 'The newest signed checkpoint of the ledger, as text.'),
  list_witnesses: tool(listWitnesses, 'List witnesses', 'Who witnesses and cosigns the checkpoints, and how far.'),
  list_keys: tool(listKeys, 'List keys', 'The public keys that sign the checkpoints.'),
  list_participants: tool(participantsList, 'List participants', 'Participants, by name or role.'),
  read_participant: tool(readParticipant, 'Read a participant', 'One participant: role, place, number of events.'),
  participant_activity: tool(
    participantActivity,
    'Read an activity',
    'What a participant did: its actions, assets and counterparties.',
  ),
  participant_stats: tool(
    participantStats,
    'Count participants',
    'How many active participants there are of each role.',
  ),
  dashboard_stats: tool(
    dashboardStats,
    'Read the figures',
    'Totals of assets, events and participants, anomalies, and figures of a period.',
  ),
  recent_activities: tool(
    recentActivities,
    'Read recent events',
    'The newest events, of one participant, asset, action or period, or only odd ones.',
  ),
  read_audit_log: tool(
    readAuditLog,
    'Read the audit log',
    'Who recorded what and when, with block hashes. Needs an auditing role.',
  ),
  read_health: tool(
    health,
    'Read the health',
    'Whether the server is well, how long the chain is, how fast it appends.',
  ),
} as const satisfies Record<string, Omit<Tool, 'name'>>;

export type ToolName = keyof typeof tools;

export const toolNames = Object.keys(tools) as ToolName[];

function tool<R extends RouteDefinition>(route: R, title: string, useFor: string) {
  return { route, title, useFor };
}

import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { readAsset } from './asset-history.ts';
import { assetFacets, assetSuggestions, listAssets } from './assets.ts';
import { dashboardStats, recentActivities } from './dashboard.ts';
import { readLineage } from './lineage.ts';
import { participantActivity } from './participant-activity.ts';
import { readRecall } from './recall.ts';

/** Declares the asset and event tools of the assistant. */
export const tools = {
  search_assets: tool(listAssets, 'Search assets', 'Finds assets by name, location, category, status or batch.'),
  count_assets: tool(assetFacets, 'Count assets', 'Counts assets by category, status and batch.'),
  suggest_assets: tool(assetSuggestions, 'Find an asset id', 'Finds the asset for an id, or similar ids.'),
  read_asset: tool(
    readAsset,
    'Read an asset',
    'One asset: where it is, who has it, its status, and its whole history with block numbers.',
  ),
  read_lineage: tool(readLineage, 'Follow a lineage', 'Reads what an asset was made from, or what it went into.'),
  read_recall: tool(
    readRecall,
    'List a recall',
    'Lists everything that a fault in an asset or its batch may have reached.',
  ),
  participant_activity: tool(
    participantActivity,
    'Read an activity',
    'Reads what a participant did: its actions, assets and counterparties.',
  ),
  dashboard_stats: tool(
    dashboardStats,
    'Read the dashboard',
    'Totals of assets, events and participants, anomalies, and the numbers of a period.',
  ),
  recent_activities: tool(
    recentActivities,
    'Read recent events',
    'The newest events, of one participant, asset, action or period, or only anomalous ones.',
  ),
} as const;

/** The words with which questions refer to assets and events. */
export const vocabulary = [
  {
    noun: 'asset',
    synonyms: ['item', 'goods', 'product', 'shipment', 'parcel', 'lot', 'inventory', 'stock', 'package'],
    fields: {
      status: ['status', 'state', 'arrived', 'already', 'stage', 'condition'],
      location: ['where', 'wheres', 'whereabouts', 'location', 'locations', 'located', 'locate', 'position', 'find'],
      lineage: ['lineage', 'family tree', 'ancestor', 'ancestors', 'descendant', 'descendants', 'genealogy'],
    },
  },
  {
    noun: 'event',
    synonyms: ['activity', 'happening', 'action', 'movement', 'entries'],
    fields: {},
  },
] as const satisfies Vocabulary;

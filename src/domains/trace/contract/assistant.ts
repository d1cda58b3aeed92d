import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { readAsset } from './asset-history.ts';
import { assetFacets, assetSuggestions, listAssets } from './assets.ts';
import { dashboardStats, recentActivities, summarizeEvents } from './dashboard.ts';
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
  summarize_events: tool(
    summarizeEvents,
    'Count events',
    'Counts events by action, participant, location, asset and day, and by what their metadata state, with the newest and the oldest.',
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
    synonyms: [
      'item',
      'goods',
      'product',
      'parcel',
      'lot',
      'crate',
      'package',
      'consignment',
      'unit',
      'thing',
      'article',
      'device',
      'piece',
      'object',
      'commodity',
      'merchandise',
      'cargo',
      'freight',
    ],
    fields: {
      status: ['status', 'state', 'stage'],
      location: ['location', 'whereabouts', 'position'],
      name: ['name'],
      category: ['category', 'kind', 'type', 'sort'],
      batch: ['batch', 'charge', 'batch number'],
      holder: ['holder', 'custodian', 'custody', 'possession'],
      maker: ['maker', 'producer'],
      addressee: ['addressee', 'recipient', 'receiver', 'consignee'],
      origin: ['origin', 'place of origin', 'provenience', 'birthplace', 'source'],
      history: ['history', 'journey', 'timeline', 'story', 'provenance', 'path', 'route', 'life', 'track', 'trace'],
      lineage: ['lineage', 'family tree', 'genealogy'],
      inputs: ['input', 'ingredient', 'component', 'ancestor', 'origin lot', 'raw material', 'source lot'],
      outputs: ['output', 'descendant', 'derivative', 'offspring'],
      recall: ['recall', 'recall list', 'recall report'],
    },
    values: {
      status: {
        manufactured: [
          'at the factory',
          'in the factory',
          'only manufactured',
          'only made',
          'not yet shipped',
          'not shipped yet',
        ],
        delivered: [
          'reached their destination',
          'reached its destination',
          'at their destination',
          'at its destination',
          'arrived at their destination',
          'arrived at its destination',
        ],
        'in transit': [
          'in transit',
          'transit',
          'on the way',
          'on the road',
          'on the move',
          'on its way',
          'on their way',
          'en route',
          'under way',
          'underway',
          'travelling',
          'traveling',
          'moving',
        ],
      },
      category: {
        Electronics: ['electronics', 'electronic', 'electrical'],
        IoT: ['iot', 'internet of things'],
        Food: ['food', 'foodstuff', 'grocery'],
        Pharma: ['pharma', 'pharmaceutical', 'medicine', 'drug', 'medical'],
        Luxury: ['luxury', 'luxurious'],
      },
    },
  },
  {
    noun: 'event',
    synonyms: ['activity', 'movement', 'happening', 'entry', 'transaction', 'action', 'step'],
    fields: {
      anomalous: [
        'anomaly',
        'anomalous',
        'odd',
        'oddity',
        'suspicious',
        'strange',
        'unusual',
        'irregular',
        'irregularity',
        'weird',
      ],
      // What events of the sample state. Any other word beside an asset is looked up among its metadata too.
      'meta:temperature': [
        'temperature',
        'temp',
        'how warm',
        'how cold',
        'how hot',
        'warmest',
        'hottest',
        'coldest',
        'coolest',
      ],
      'meta:moisture': ['moisture', 'humidity', 'how moist', 'how humid'],
      'meta:container': ['container', 'container number'],
      'meta:condition': ['condition', 'what shape'],
      'meta:seal': ['seal', 'seal number'],
      'meta:pallet': ['pallet', 'pallet number'],
      'meta:dock': ['dock', 'loading dock'],
      'meta:shock': ['shock', 'impact'],
      'meta:logger': ['logger', 'data logger'],
      'meta:firmware': ['firmware', 'firmware version'],
      'meta:insured': ['insured', 'insured value', 'insurance', 'insurance value'],
      'meta:reason': ['reason'],
      'meta:result': ['test result', 'outcome'],
    },
    values: {
      anomalous: {
        'out of order': ['out of order', 'out of sequence', 'in the wrong order'],
        'not in custody': ['not in custody', 'without custody', 'out of custody'],
        'recorded before it happened': ['recorded before it happened', 'recorded before they happened'],
        'never manufactured here': ['never manufactured here'],
        'status moved back': ['status moved back'],
      },
    },
    verbs: {
      manufactured: ['manufacture', 'make', 'produce', 'create', 'build', 'craft', 'assemble'],
      shipped: ['ship', 'send', 'dispatch', 'send off', 'send out', 'ship out'],
      received: ['receive', 'accept', 'take in'],
      delivered: ['deliver'],
      quality_check: ['quality check', 'inspect', 'check for quality', 'quality-check', 'quality test', 'check'],
      returned: ['return', 'send back', 'bring back', 'come back', 'go back'],
    },
    deeds: {
      manufactured: ['manufacture', 'production', 'manufacturing', 'creation'],
      shipped: ['shipment', 'dispatch', 'sending', 'shipping'],
      received: ['receipt', 'reception', 'receiving'],
      delivered: ['delivery'],
      quality_check: ['quality check', 'quality control', 'inspection', 'quality_check', 'qc', 'quality inspection'],
      returned: ['return'],
    },
  },
  { noun: 'batch', synonyms: ['production batch'], fields: { size: ['size'] } },
  { noun: 'category', synonyms: ['product category', 'kind of goods'], fields: {} },
  {
    noun: 'place',
    synonyms: ['location', 'site', 'city', 'town', 'country', 'port', 'hub', 'depot', 'warehouse', 'terminal'],
    fields: {},
  },
] as const satisfies Vocabulary;

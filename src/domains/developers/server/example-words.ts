import { sealBlock } from '@cairn/ledger-proof';
import type { ExampleSource } from '#platform/contract/openapi.ts';

const previousHash = '4fc82b26aecb47d2868c4efbe3581732a3e7cbcc6c2efb32062c08170a05eeb8';
const happened = { name: 'Arabica, washed', category: 'Food', batch: 'B-2041', location: 'Trieste' };

/** The event that `POST /api/add-event` sends as an example, and the block that it becomes. */
const event = { user: 'acme-coffee', action: 'shipped', asset_id: 'PRD-2024-001', meta: { location: 'Trieste' } };
const block = sealBlock({
  index: 42,
  timestamp: 1772600767,
  prev_hash: previousHash,
  data: { ...event, role: 'manufacturer' },
});
const { hash } = block;

/** Example values by field name. `[]` marks the members of a list, `.*` those of a map. */
const words = {
  access: 'public',
  action: 'shipped',
  actor: 'acme-coffee',
  additional_data: {},
  address: '203.0.113.x',
  after: { role: 'shipper' },
  assetCount: 1,
  assetName: 'Arabica, washed',
  assetId: 'PRD-2024-001',
  asset_id: 'PRD-2024-001',
  at: '2026-03-04T05:06:07.000Z',
  batch: 'B-2041',
  before: { role: 'retailer' },
  blockHash: hash,
  blockIndex: 42,
  blockchain_length: 1204,
  blockchain_valid: true,
  category: 'Food',
  chainIntegrity: 100,
  code: 'request.invalid',
  contact: 'quality@acme-coffee.example',
  currentLocation: 'Trieste',
  currentPassword: 'three wise stones',
  custodian: 'acme-coffee',
  data: block.data,
  detail: 'Asset ID is required',
  device: 'Firefox on Linux',
  displayName: 'Acme Coffee',
  email: 'quality@acme-coffee.example',
  error: null,
  events: 24,
  eventCount: 7,
  from: 'acme-coffee',
  handledBy: ['acme-coffee', 'alpenrail'],
  hash,
  id: '3f1c2a64-8b0d-4c57-9e21-7a5d0c4b9f18',
  identifier: 'urn:epc:id:sgln:0614141.00777.0',
  'identifiers[]': 'urn:epc:id:sgln:0614141.00777.0',
  index: block.index,
  length: 1204,
  limit: 10,
  location: 'Trieste',
  managedBy: 'acme-coffee',
  manages: ['little-roastery'],
  message: 'Where is PRD-2024-001?',
  meta: happened,
  msg: `Block #${block.index} has been added to the blockchain.`,
  name: 'Arabica, washed',
  newPassword: 'four flat stones',
  participant: 'acme-coffee',
  participantName: 'acme-coffee',
  password: 'three wise stones',
  percent: 100,
  objectivePercent: 95,
  explanation: 'Share of appends within their time.',
  place: 'Trieste, Italy',
  prev_hash: previousHash,
  previousHash,
  recordedBy: 'acme-coffee',
  rest: '000.p/42',
  role: 'manufacturer',
  root: previousHash,
  search: 'coffee',
  size: 1204,
  status: 'active',
  text: 'PRD-2024-001',
  timestamp: block.timestamp,
  title: 'Invalid input',
  token: 'cairn_Zk3vT9b2Qm7sXw5rYc1nUe8hJd4fLg6aPo0iKtRzVxB',
  total: 1,
  totalBlocks: 1204,
  totalEvents: 1203,
  totalPages: 1,
  total_count: 1,
  total_participants: 12,
  user: 'acme-coffee',
  username: 'acme-coffee',
  version: '1.0.0',
};

const day = (days: number) => new Date(Date.UTC(2026, 2, 4) + days * 86_400_000).toISOString().slice(0, 10);
/** Whole requests, for routes whose fields depend on each other. */
const routes: ExampleSource['routes'] = {
  'POST /api/register': {
    body: { user: 'acme-coffee', role: 'manufacturer', email: words.email, password: words.password },
  },
  'POST /api/add-event': {
    body: event,
    response: { msg: words.msg, block },
  },
  'GET /api/assets': { query: { limit: 5, page: 1 } },
  'GET /api/chain': { query: { limit: 2 }, response: { chain: [block], length: 1204, is_valid: true } },
  'GET /api/audit-log': { query: { assetId: 'PRD-2024-001', limit: 100 } },
  'GET /api/recent-activities': { query: { limit: 10 } },
  'GET /api/dashboard-stats': { query: { from: day(0), to: day(6) } },
  'GET /api/chain/consistency': { query: { from: 1, to: 1 } },
  'PATCH /api/admin/accounts/{id}': { body: { role: 'shipper' } },
  'PATCH /api/participants/{id}': {
    params: { id: 'acme-coffee' },
    body: { displayName: 'Acme Coffee', place: 'Trieste, Italy' },
  },
  'GET /api/participants/{id}': { params: { id: 'acme-coffee' } },
  'GET /api/participants/{id}/activity': { params: { id: 'acme-coffee' } },
};

export const exampleWords: ExampleSource = { words, routes };

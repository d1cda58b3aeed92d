import { record } from '#tests/support/events.ts';
import {
  auditors,
  elsewhere,
  everyone,
  pages,
  query,
  type Refusal,
  type RouteCase,
} from '#tests/support/route-cases/route-case.ts';
import { cosignLastCheckpoint } from '#tests/support/witnesses.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const badIndex = (path: 'index') => [
  { params: { [path]: -1 }, pointer: '/index' },
  { params: { [path]: 'x' }, pointer: '/index' },
  { params: { [path]: '1.5' }, pointer: '/index' },
  { params: { [path]: '9007199254740993' }, pointer: '/index' },
];
const noBlock: Refusal = { code: 'ledger.block_not_found', provoke: () => ({ params: { index: 999_999 } }) };

/** Route cases of the ledger and the transparency log. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/chain': {
    allowed: everyone,
    good: () => ({ query: { page: 1, limit: 2 } }),
    invalid: [...pages, query('limit', 501)],
  },
  'GET /api/chain/corrections': {
    allowed: everyone,
    good: () => ({ query: { from: 0, to: 2 } }),
    invalid: [
      { query: { from: -1, to: 2 }, pointer: '/from' },
      { query: { from: 3, to: 2 }, pointer: '/to' },
      { query: { from: 0, to: 500 }, pointer: '/to' },
    ],
  },
  'GET /api/chain/validate': { allowed: everyone, good: () => ({}) },
  'POST /api/chain/validations': { allowed: auditors, good: () => ({}) },
  'GET /api/chain/validations': { allowed: auditors, good: () => ({}) },
  'GET /api/chain/validations/{id}': {
    allowed: auditors,
    good: ({ validationId }) => ({ params: { id: validationId } }),
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [{ code: 'ledger.validation_not_found', provoke: () => ({ params: { id: NOWHERE } }) }],
  },
  'DELETE /api/chain/validations/{id}': {
    allowed: auditors,
    async good({ server, validationId }, account) {
      // Only the account that started a validation may cancel it.
      await server.database.sql('update ledger_validations set started_by = $1 where id = $2', [
        account?.id ?? null,
        validationId,
      ]);
      return { params: { id: validationId } };
    },
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [
      { code: 'ledger.validation_not_found', provoke: () => ({ params: { id: NOWHERE } }) },
      {
        code: 'ledger.not_your_validation',
        provoke: ({ validationId }) => ({ params: { id: validationId } }),
      },
    ],
  },
  'GET /api/chain/blocks/{index}': {
    allowed: everyone,
    good: () => ({ params: { index: 1 } }),
    invalid: badIndex('index'),
    refusals: [noBlock, ...elsewhere('ledger.damaged')],
  },
  'GET /api/chain/hashes/{hash}': {
    allowed: everyone,
    good: ({ hash }) => ({ params: { hash: hash.toUpperCase() } }),
    invalid: [
      { params: { hash: 'ab' }, pointer: '/hash' },
      { params: { hash: 'g'.repeat(64) }, pointer: '/hash' },
    ],
    refusals: [
      { code: 'ledger.block_not_found', provoke: () => ({ params: { hash: 'ab'.repeat(32) } }) },
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/blocks/{index}/proof': {
    allowed: everyone,
    good: () => ({ params: { index: 1 }, query: {} }),
    invalid: [...badIndex('index'), { params: { index: 1 }, query: { size: 0 }, pointer: '/size' }],
    refusals: [
      noBlock,
      { code: 'ledger.no_checkpoint', provoke: () => ({ params: { index: 1 }, query: { size: 999_999 } }) },
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/blocks/{index}/proof.tlog-proof': {
    allowed: everyone,
    good: () => ({ params: { index: 1 } }),
    invalid: badIndex('index'),
    refusals: [
      noBlock,
      {
        code: 'ledger.no_checkpoint',
        async provoke({ server, maker, assetId }) {
          return { params: { index: await record(server, maker, 'quality_check', assetId) } };
        },
      },
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/assets/{assetId}/proof.tlog-proofs': {
    allowed: everyone,
    good: ({ assetId }) => ({ params: { assetId } }),
    invalid: [
      { params: { assetId: 'x'.repeat(501) }, pointer: '/assetId' },
      { params: { assetId: 'x' }, query: { after: -1 }, pointer: '/after' },
    ],
    refusals: [
      { code: 'ledger.no_blocks_of_asset', provoke: () => ({ params: { assetId: 'nowhere' } }) },
      {
        code: 'ledger.no_checkpoint',
        async provoke({ server, maker }) {
          await record(server, maker, 'manufactured', 'UNSIGNED-1');
          return { params: { assetId: 'UNSIGNED-1' } };
        },
      },
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/blocks/{index}/evidence': {
    allowed: everyone,
    good: () => ({ params: { index: 1 } }),
    invalid: [...badIndex('index'), { params: { index: 1 }, query: { format: 'docx' }, pointer: '/format' }],
    refusals: [
      noBlock,
      {
        code: 'ledger.no_checkpoint',
        async provoke({ server, maker, assetId }) {
          return { params: { index: await record(server, maker, 'quality_check', assetId) } };
        },
      },
      ...elsewhere('server.unavailable'),
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/assets/{assetId}/evidence': {
    allowed: everyone,
    good: ({ assetId }) => ({ params: { assetId } }),
    invalid: [
      { params: { assetId: 'x'.repeat(501) }, pointer: '/assetId' },
      { params: { assetId: 'x' }, query: { format: 'docx' }, pointer: '/format' },
      { params: { assetId: 'x' }, query: { after: -1 }, pointer: '/after' },
    ],
    refusals: [
      { code: 'ledger.no_blocks_of_asset', provoke: () => ({ params: { assetId: 'nowhere' } }) },
      {
        code: 'ledger.no_checkpoint',
        async provoke({ server, maker }) {
          await record(server, maker, 'manufactured', 'UNSIGNED-2');
          return { params: { assetId: 'UNSIGNED-2' } };
        },
      },
      ...elsewhere('server.unavailable'),
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/consistency': {
    allowed: everyone,
    good: () => ({ query: { from: 1, to: 2 } }),
    invalid: [
      { query: { to: 2 }, pointer: '/from' },
      { query: { from: 0, to: 2 }, pointer: '/from' },
      { query: { from: 1 }, pointer: '/to' },
    ],
    refusals: [
      { code: 'ledger.no_checkpoint', provoke: () => ({ query: { from: 2, to: 1 } }) },
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/live': { allowed: everyone, good: () => ({}), refusals: elsewhere('request.too_many') },
  'GET /log/checkpoint': {
    allowed: everyone,
    good: () => ({}),
    refusals: elsewhere('ledger.no_checkpoint', 'ledger.damaged'),
  },
  'GET /log/record': {
    allowed: everyone,
    good: () => ({}),
    refusals: elsewhere('ledger.no_checkpoint'),
  },
  'GET /log/cosigned-checkpoint': {
    allowed: everyone,
    good: async ({ server }) => {
      await cosignLastCheckpoint(server);
      return {};
    },
    invalid: [query('witnesses', ''), query('witnesses', 'a  b'), query('witnesses', 'w '.repeat(21).trim())],
    refusals: [
      { code: 'ledger.no_checkpoint', provoke: () => ({ query: { witnesses: 'nobody.test' } }) },
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/chain/keys': { allowed: everyone, good: () => ({}), refusals: elsewhere('ledger.damaged') },
  'GET /api/chain/witnesses': { allowed: everyone, good: () => ({}) },
  'GET /log/checkpoints': {
    allowed: everyone,
    good: () => ({ query: { above: 1, limit: 5 } }),
    invalid: [
      { query: { above: -1 }, pointer: '/above' },
      { query: { limit: 501 }, pointer: '/limit' },
    ],
  },
  'GET /log/vkey': { allowed: everyone, good: () => ({}) },
  'GET /log/tile/{level}/{rest}': {
    allowed: everyone,
    good: () => ({ params: { level: '0', rest: '000.p/2' } }),
    invalid: [
      { params: { level: '64', rest: '000' }, pointer: '/level' },
      { params: { level: 'x', rest: '000' }, pointer: '/level' },
      { params: { level: '0', rest: '0' }, pointer: '/rest' },
      { params: { level: '0', rest: '000.p/x' }, pointer: '/rest' },
    ],
    refusals: [
      { code: 'ledger.tile_not_found', provoke: () => ({ params: { level: '0', rest: '999' } }) },
      ...elsewhere('ledger.damaged'),
    ],
  },
};

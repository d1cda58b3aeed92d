import { expect, test } from 'vitest';
import { assetHit, batchHit } from './palette-search.ts';

test('an asset and a batch have different keys, and link to the asset and its list', () => {
  const asset = assetHit({ assetId: 'HLX 1/2', name: 'Vaccine' });
  const batch = batchHit('HLX 1/2');
  expect(asset).toMatchObject({ title: 'Vaccine', to: '/assets/$assetId', params: { assetId: 'HLX 1/2' } });
  expect(batch).toMatchObject({ title: 'Batch HLX 1/2', to: '/assets', search: { batch: 'HLX 1/2' } });
  expect(asset.key).not.toBe(batch.key);
});

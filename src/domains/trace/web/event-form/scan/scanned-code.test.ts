import { expect, test } from 'vitest';
import { readScannedCode } from './scanned-code.ts';

const origin = 'https://cairn.example';

test.each([
  ['PRD-2024-001', { assetId: 'PRD-2024-001' }],
  ['https://cairn.example/assets/PRD%202', { assetId: 'PRD 2' }],
  [
    'https://id.gs1.org/01/09506000134352/10/ABC%2F1/21/12345?linkType=all',
    { assetId: 'https://id.gs1.org/01/09506000134352/10/ABC%2F1/21/12345', batch: 'ABC/1' },
  ],
  ['https://example.org/about', { assetId: 'https://example.org/about' }],
  ['{"asset_id":"X-1"}', { assetId: 'X-1' }],
  ['  ', undefined],
])('parses %s', (text, code) => {
  expect(readScannedCode(text, origin)).toEqual(code);
});

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
  [
    'https://shop.example/gtin/09506000134352/lot/L1?exp=261231',
    { assetId: 'https://shop.example/gtin/09506000134352/lot/L1', batch: 'L1' },
  ],
  [
    'https://shop.example/8004/4012345/01/09506000134352/10/L%zz',
    { assetId: 'https://shop.example/8004/4012345/01/09506000134352/10/L%zz', batch: 'L%zz' },
  ],
])('parses %s', (text, code) => {
  expect(readScannedCode(text, origin)).toEqual(code);
});

test.each([
  'https://garage.example/parts/01/view?id=1',
  'https://garage.example/parts/01/view?id=2',
  'https://blog.example/2024/01/post/10/comments',
  'https://shop.example/01/09506000134353/10/L1',
  'https://id.gs1.org/01/09506000134353/10/L1?linkType=all',
  'https://shop.example/01/09506000134352/reviews?page=2',
  'https://shop.example/00/095060001343520003/10/L1',
  'https://museum.example/2024/01/20240110?room=3',
  'https://cairn.example/assets/%E0%A4%A',
])('%s is the id as a whole', (text) => {
  expect(readScannedCode(text, origin)).toEqual({ assetId: text });
});

import { expect, test } from 'vitest';
import { labelSvg } from './label-file.ts';

const qr = { size: 29, path: 'M4 4h1v1h-1z' };
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test('prints the whole id, however long, and the name in up to three lines', () => {
  const assetId = `https://id.gs1.org/01/09506000134352/21/${'7'.repeat(60)}`;
  const name = 'Influenza vaccine, 200 doses, refrigerated between two and eight degrees';
  const texts = textsOf(labelSvg(qr, { assetId, name }));
  expect(texts.slice(3).join('')).toBe(assetId);
  expect(texts.slice(0, 3)).toEqual(['Influenza', 'vaccine, 200', 'doses,…']);
  expect(textsOf(labelSvg(qr, { assetId: 'A-1', name: 'A-1' }))).toEqual(['A-1']);
});

test('escapes what names and ids contain', () => {
  const svg = labelSvg(qr, { assetId: 'A"><script>', name: '<b>&' });
  expect(svg).not.toMatch(/<b>|<script>/);
  expect(textsOf(svg)).toEqual(['&lt;b&gt;&amp;', 'A&quot;&gt;&lt;script&gt;']);
});

test('draws the same five stones for an asset, and others for another one', () => {
  const stonesOf = (assetId: string) => labelSvg(qr, { assetId, name: '' }).match(/<path transform="[^"]*" d="[^"]*"/g);
  expect(stonesOf('KVC-1')).toHaveLength(5);
  expect(stonesOf('KVC-1')).toEqual(stonesOf('KVC-1'));
  expect(stonesOf('KVC-1')).not.toEqual(stonesOf('KVC-2'));
});

import { expect, test } from 'vitest';
import { isBuiltFile, isServiceOnly, pageOf } from './page-paths.ts';

const pages = ['/', '/assets', '/assets/$assetId', '/assets/$assetId/recall'];

test('matches a page to the paths of its pattern, and to no shorter or longer path', () => {
  expect(pages.map((page) => pageOf(page, pages))).toEqual(pages);
  expect(pageOf('/assets/', pages)).toBe('/assets');
  expect(pageOf('/assets/A%2F1', pages)).toBe('/assets/$assetId');
  expect(pageOf('/assets/A-1/recall', pages)).toBe('/assets/$assetId/recall');
  for (const path of ['/nothing', '/assets/A-1/map', '/assets/A-1/recall/more'])
    expect(pageOf(path, pages)).toBeUndefined();
});

test('excludes the API, the log and the operator’s paths from pages', () => {
  for (const path of ['/api', '/api/assets', '/log/checkpoint', '/metrics', '/rpc', '/runbooks/fail-over.md'])
    expect(isServiceOnly(path), path).toBe(true);
  for (const path of ['/', '/api-docs', '/assets', '/logs']) expect(isServiceOnly(path), path).toBe(false);
});

test('does not take an asset’s page for a built file, even if its id has dots', () => {
  expect(isBuiltFile('/assets/index-1a2b3c4d.js')).toBe(true);
  for (const path of ['/assets/PRD.2026', '/assets/engine1.js', '/assets/a/b.js', '/before-app.js'])
    expect(isBuiltFile(path), path).toBe(false);
});

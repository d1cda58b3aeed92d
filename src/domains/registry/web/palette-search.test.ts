import { afterEach, expect, test, vi } from 'vitest';
import { find, name } from './palette-search.ts';

afterEach(() => vi.unstubAllGlobals());

const property = (propertyId: string, address: string) => ({
  id: propertyId,
  propertyId,
  address,
  status: 'active',
  assessedValue: 0,
  assessedValueFormatted: '$0.00',
  taxOwed: 0,
  taxOwedFormatted: '$0.00',
  metadata: { neighborhood: 'Old Harbor', squareFootage: 600, propertyType: 'residential' },
});

test('names the bill of a number in any case, and nothing else', () => {
  expect(name(' 2026-a1b2-c3d4-e5f6 ')).toEqual([
    expect.objectContaining({ title: 'Bill 2026-A1B2-C3D4-E5F6', search: { bill: '2026-A1B2-C3D4-E5F6' } }),
  ]);
  expect(name('2026')).toEqual([]);
  expect(name('14 Quay Street')).toEqual([]);
});

test('puts the property with the typed id first, and lists similar ones by address', async () => {
  const asked: string[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const properties = [property('HB-0001-001', '14 Quay Street'), property('HB-0001-0011', '16 Quay Street')];
    const pagination = {
      total: 2,
      totalIsEstimate: false,
      page: 1,
      limit: 5,
      totalPages: 1,
      hasPrev: false,
      hasNext: false,
    };
    return Promise.resolve(new Response(JSON.stringify({ properties, pagination })));
  });
  const { exact, groups } = await find('hb-0001-001', new AbortController().signal);
  expect(exact.map(({ id }) => id)).toEqual(['HB-0001-001']);
  expect(groups.map(({ label, hits }) => [label, hits.map(({ title }) => title)])).toEqual([
    ['Properties', ['16 Quay Street']],
  ]);
  expect(asked[0]).toContain('search=hb-0001-001');
});

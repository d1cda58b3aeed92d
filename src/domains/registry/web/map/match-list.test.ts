import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { matchOf, type ParcelFilter } from './map-style.ts';
import { foundQuery } from './read-found.ts';

afterEach(() => vi.unstubAllGlobals());

type Parcel = Readonly<Record<string, string | number>>;

/** Evaluates the operators that the map's filter uses, as its style specification defines them. */
function holds(expression: unknown, parcel: Parcel): unknown {
  if (!Array.isArray(expression)) return expression;
  const [operator, ...operands] = expression;
  if (operator === 'literal') return operands[0];
  const values = operands.map((operand) => holds(operand, parcel));
  if (operator === 'all') return values.every(Boolean);
  if (operator === 'get') return parcel[String(values[0])];
  if (operator === 'in') return (values[1] as unknown[]).includes(values[0]);
  return operator === '>' ? Number(values[0]) > Number(values[1]) : values[0] === values[1];
}

const parcels: readonly Parcel[] = [
  { id: 'HB-1', neighborhood: 'Old Harbor', use: 'residential', status: 'active', owed: 0 },
  { id: 'HB-2', neighborhood: 'Old Harbor', use: 'park', status: 'active', owed: 2 },
  { id: 'HB-3', neighborhood: 'Hill', use: 'park', status: 'active', owed: 2 },
];
const marked = (filter: ParcelFilter) => parcels.filter((one) => holds(matchOf(filter), one)).map(({ id }) => id);

test('the map marks the parcels that match both the search and the filters of the list', () => {
  expect(marked({})).toEqual(['HB-1', 'HB-2', 'HB-3']);
  expect(marked({ use: 'park', owed: 'yes' })).toEqual(['HB-2', 'HB-3']);
  expect(marked({ ids: ['HB-1', 'HB-3'] })).toEqual(['HB-1', 'HB-3']);
  expect(marked({ ids: ['HB-1', 'HB-3'], use: 'park' })).toEqual(['HB-3']);
  expect(marked({ ids: [] })).toEqual([]);
});

test('reads all pages of a search, and no more than 1,000 properties', async () => {
  const pagesOf = (total: number) => {
    const asked: string[] = [];
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('fetch', (url: string) => {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page'));
      asked.push(url);
      const count = Math.min(200, total - (page - 1) * 200);
      const properties = Array.from({ length: count }, (_, n) => propertyOf(`HB-${page}-${n}`));
      const [totalPages, hasNext] = [Math.ceil(total / 200), page * 200 < total];
      const pagination = { total, totalIsEstimate: false, page, limit: 200, totalPages, hasPrev: page > 1, hasNext };
      return Promise.resolve(new Response(JSON.stringify({ properties, pagination })));
    });
    return asked;
  };
  const read = (search: string) => new QueryClient().fetchQuery(foundQuery({ search, status: 'active' }));
  const few = pagesOf(301);
  expect((await read('quay')).ids).toHaveLength(301);
  expect(few.map((url) => /page=(\d)/.exec(url)?.[1])).toEqual(['1', '2']);
  expect(few[0]).toContain('status=active');
  const many = pagesOf(5000);
  expect(await read('street')).toMatchObject({ total: 5000, ids: { length: 1000 } });
  expect(many).toHaveLength(5);
});

const propertyOf = (propertyId: string) => ({
  id: propertyId,
  propertyId,
  address: '1 Quay Street',
  status: 'active',
  assessedValue: 0,
  assessedValueFormatted: '$0.00',
  taxOwed: 0,
  taxOwedFormatted: '$0.00',
  metadata: { neighborhood: 'Old Harbor', squareFootage: 600, propertyType: 'residential' },
});

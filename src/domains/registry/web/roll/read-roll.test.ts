import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLL_CHUNK_MAX } from '#domains/registry/contract.ts';
import { chunkRoll } from './chunk-roll.ts';
import { readOwners } from './read-owners.ts';
import { readRoll } from './read-roll.ts';

const whole = { numerator: 1, denominator: 1 };
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 60],
      [6, 60],
      [6, 61],
      [5, 60],
    ],
  ],
};

describe('a roll from CSV', () => {
  test('has one property a line, with owners, numbers and geometry', () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const { good, bad } = readRoll(
      [
        'Property ID;Address;Neighborhood;Use;Square footage;Year built;Owners;Geometry;Remark',
        `HB-1;1 Quay Street;Old Harbor;Residential;1,200;1931;"1/2 @amara; 1/2 Ada Quay";${quoted(JSON.stringify(square))};x`,
        'HB-2;2 Quay Street;Old Harbor;park;;;;;',
      ].join('\r\n'),
    );
    expect(bad).toEqual([]);
    expect(good.map(({ line }) => line)).toEqual([2, 3]);
    expect(good[0]?.parcel).toMatchObject({
      propertyId: 'HB-1',
      propertyType: 'residential',
      squareFootage: 1200,
      yearBuilt: 1931,
      owners: [
        { owner: { username: 'amara' }, fraction: { numerator: 1, denominator: 2 } },
        { owner: { name: 'Ada Quay' }, fraction: { numerator: 1, denominator: 2 } },
      ],
    });
    expect(good[1]?.parcel).toMatchObject({ squareFootage: 0, yearBuilt: null, owners: [{ owner: { city: true } }] });
  });

  test('names every invalid row with its line and reason, and keeps the others', () => {
    const { good, bad } = readRoll(
      [
        'property_id,address,neighborhood,use,square_footage',
        'hb 1,1 Quay Street,Old Harbor,residential,100',
        'HB-2,2 Quay Street,Old Harbor,castle,100',
        'HB-3,3 Quay Street,Old Harbor,park,many',
        'HB-4,4 Quay Street,Old Harbor,park,100',
        'HB-4,4 Quay Street,Old Harbor,park,100',
      ].join('\n'),
    );
    expect(good.map(({ parcel }) => parcel.propertyId)).toEqual(['HB-4']);
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 6]);
    expect(bad.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^\S+: A property id has 2 to 32 capital letters, digits, dots and hyphens$/),
      expect.stringMatching(/^use must be/),
      expect.stringMatching(/^square_footage must be/),
      'Line 5 has the same property',
    ]);
  });

  test('reports problems with the names of its own columns', () => {
    const { bad } = readRoll('Parcel ID,Address,District,Use,Year Built\nHB-1,1 Quay Street,Old Harbor,castle,old');
    expect(bad[0]?.problem).toMatch(/^Use must be .*\. Year Built must be /);
    expect(bad[0]?.problem).not.toMatch(/propertyType|yearBuilt/);
  });

  test('is refused as a whole without a required column, with its name', () => {
    expect(() => readRoll('address,neighborhood,use\n1 Quay Street,Old Harbor,park')).toThrow('property_id is missing');
    expect(() => readRoll('id,property_id,address,neighborhood,use\nA,A,B,C,park')).toThrow('Two columns');
    expect(() => readRoll('')).toThrow('empty');
  });
});

describe('a roll from GeoJSON', () => {
  test('has one property a feature', () => {
    const properties = { property_id: 'HB-9', address: '9 Quay Street', neighborhood: 'Old Harbor', use: 'mixed' };
    const { good, bad } = readRoll(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: square, properties: { ...properties, yearBuilt: 1950, owners: 'city' } },
          { type: 'Feature', geometry: null, properties: { ...properties, property_id: 'HB-10', year_built: null } },
          { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties },
        ],
      }),
    );
    expect(good.map(({ parcel }) => parcel)).toMatchObject([
      { propertyId: 'HB-9', geometry: square, yearBuilt: 1950, owners: [{ owner: { city: true }, fraction: whole }] },
      { propertyId: 'HB-10', yearBuilt: null },
    ]);
    expect(bad.map(({ line, propertyId }) => [line, propertyId])).toEqual([[3, 'HB-9']]);
  });

  test('is refused unless it is a FeatureCollection', () => {
    expect(() => readRoll('{"type":"Feature"}')).toThrow('FeatureCollection');
    expect(() => readRoll('{"type":')).toThrow('not valid JSON');
  });
});

test('owners without a fraction own the whole, and names may have digits', () => {
  expect(readOwners('Harbor Trust 7')).toEqual([{ owner: { name: 'Harbor Trust 7' }, fraction: whole }]);
  expect(readOwners('1/3 city; 2 / 3 @sam')).toEqual([
    { owner: { city: true }, fraction: { numerator: 1, denominator: 3 } },
    { owner: { username: 'sam' }, fraction: { numerator: 2, denominator: 3 } },
  ]);
});

test('divides a roll into requests in order and without gaps, each within the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 190 }), { maxLength: 3000 }), (lengths) => {
      const rows = lengths.map((length, n) => ({
        line: n + 2,
        parcel: {
          propertyId: `HB-${n}`,
          address: 'é'.repeat(length),
          neighborhood: 'Old Harbor',
          propertyType: 'park' as const,
          squareFootage: 0,
          lotSquareFeet: 0,
          yearBuilt: null,
          owners: [{ owner: { city: true as const }, fraction: whole }],
        },
      }));
      const chunks = chunkRoll(rows);
      expect(chunks.flat()).toEqual(rows);
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(ROLL_CHUNK_MAX);
        const body = JSON.stringify({ parcels: chunk.map(({ parcel }) => parcel) });
        expect(new TextEncoder().encode(body).length).toBeLessThan(256 * 1024);
      }
    }),
    { numRuns: 20 },
  );
});

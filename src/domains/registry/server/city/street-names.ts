/** Streets along the river, from Water Street inland. */
const ALONG = ['Water Street', 'Chandlers Row', 'Main Street', 'Linden Street', 'Garden Hill Road'];
/** Cross streets, from west to east. */
const ACROSS = ['Saltpan Lane', 'Anchor Lane', 'Bridge Street', 'Chapel Street', 'Ropewalk Lane', 'Eastgate'];

export const SOUTH_QUAY = 'South Quay';
/** The column of blocks whose western cross street crosses the river. */
export const BRIDGE_COLUMN = 2;

export const streetAlong = (row: number) => ALONG[row] ?? `${ordinal(row)} Street`;
export const streetAcross = (column: number) => ACROSS[column] ?? `${ordinal(column)} Avenue`;

/**
 * Returns the house number of lot `n` of `count` on one side of a block. Each block begins a hundred; odd numbers are on
 * the northern side of a street. Unique for up to 49 lots on a side.
 */
export function houseNumber(column: number, n: number, count: number, side: 'north' | 'south'): number {
  return (column + 1) * 100 + 2 * Math.floor(((n + 0.5) * 49) / count) + (side === 'north' ? 1 : 2);
}

/** Returns the neighborhood of a district outside of the old town; unique for 676 districts. */
export function districtName(east: number, north: number): string {
  const first = FIRST[(east + north) % FIRST.length] ?? '';
  const second = SECOND[north % SECOND.length] ?? '';
  return `${first}${second}`;
}

function ordinal(n: number): string {
  const ending = ENDINGS[ordinals.select(n)] ?? 'th';
  return `${n}${ending}`;
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

const FIRST = [
  ...[
    'Alder',
    'Ash',
    'Barrow',
    'Birch',
    'Black',
    'Bramble',
    'Briar',
    'Clay',
    'Copper',
    'Elder',
    'Fern',
    'Flint',
    'Fox',
  ],
  ...[
    'Gorse',
    'Hazel',
    'Heron',
    'High',
    'Juniper',
    'Long',
    'Maple',
    'Otter',
    'Plover',
    'Rowan',
    'Sedge',
    'Thorn',
    'Wren',
  ],
];
const SECOND = [
  ...['field', 'wood', 'mere', 'gate', 'croft', 'ridge', 'brook', 'side', 'stead', 'well', 'bank', 'hurst', 'moor'],
  ...['dale', 'hill', 'cote', 'wick', 'holm', 'lea', 'den', 'ham', 'water', 'combe', 'fold', 'garth', 'end'],
];

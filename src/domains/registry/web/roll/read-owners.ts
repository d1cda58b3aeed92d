import type { Owner } from '#domains/registry/contract.ts';

type OwnerPart = { owner: Owner; fraction: { numerator: number; denominator: number } };

/**
 * Reads the owners in a cell, separated by semicolons: `city`, `@username` or a name, each preceded by its fraction, such as
 * `1/2 @amara; 1/2 Ada Quay`. An owner without a fraction owns the whole.
 */
export const readOwners = (cell: string): OwnerPart[] =>
  cell
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [, numerator = '1', denominator = '1', named = text] = /^(\d+)\s*\/\s*(\d+)\s+(.+)$/.exec(text) ?? [];
      return { owner: ownerNamed(named), fraction: { numerator: Number(numerator), denominator: Number(denominator) } };
    });

function ownerNamed(text: string): Owner {
  if (text.toLowerCase() === 'city') return { city: true };
  return text.startsWith('@') ? { username: text.slice(1) } : { name: text };
}

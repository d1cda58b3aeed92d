import { isUint64 } from '../encoding/decimal.ts';
import { ProofError } from '../proof-error.ts';

/** The number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256;

/** The address of a tile. */
export interface TileAddress {
  /** 0 (leaf hashes) to 63, or `entries` for the bundle of log entries. */
  readonly level: number | 'entries';
  /** The index within the level, from 0. */
  readonly index: bigint;
  /** 1 to 256; 256 is a full tile. */
  readonly width: number;
}

const PATH = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/){0,6}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/**
 * Returns the only path of a tile below the log's prefix, such as `tile/0/x001/x234/067.p/12` (C2SP tlog-tiles).
 * @throws ProofError `tile_path_malformed` for a level, index or width outside its range
 */
export function tilePath(address: TileAddress): string {
  const { level, index, width } = address;
  const levelIsValid = level === 'entries' || (Number.isInteger(level) && level >= 0 && level <= 63);
  const widthIsValid = Number.isInteger(width) && width >= 1 && width <= TILE_WIDTH;
  if (!levelIsValid || !widthIsValid || !isUint64(index)) {
    throw new ProofError('tile_path_malformed', 'There is no such tile.');
  }
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/**
 * Parses the path of a tile. Every tile has only one path, so that caches and access rules cannot be bypassed.
 * @throws ProofError `tile_path_malformed`
 */
export function parseTilePath(path: string): TileAddress {
  const match = typeof path === 'string' ? PATH.exec(path) : null;
  if (match === null) throw new ProofError('tile_path_malformed', 'The text is not the path of a tile.');
  const [, level = '', groups = '', width] = match;
  const address: TileAddress = {
    level: level === 'entries' ? 'entries' : Number(level),
    index: BigInt(groups.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  if (tilePath(address) !== path) throw new ProofError('tile_path_malformed', 'The path is not in canonical form.');
  return address;
}

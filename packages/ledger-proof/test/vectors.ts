import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

/** The published conformance data, which is next to the checkout and not part of the project. */
const folder = join(import.meta.dirname, '../../../../shared/data/ledger-vectors');
const missing = !existsSync(folder);

if (missing) console.error(`Skipping conformance vectors: ${folder} does not exist`);

/** Runs tests that need the conformance data, or reports them as skipped. */
export function describeWithVectors(name: string, tests: () => void): void {
  if (missing) describe(name, () => it.skip('conformance vectors are absent', () => {}));
  else describe(name, tests);
}

export function vectorBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, path)));
}

export function vectorText(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Returns every file in a folder of the conformance data, as paths relative to the data. */
export function vectorFiles(path: string): string[] {
  return readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .sort();
}

/** Parses JSON with every integer as a bigint, because sizes in the vectors exceed 2^53. */
export function parseWithBigints(text: string): unknown {
  return JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? BigInt(context.source) : value,
  );
}

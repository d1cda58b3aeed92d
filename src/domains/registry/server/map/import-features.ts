import { hash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import { findLastAction } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { CityFeature, FEATURE_POINTS_MAX, type importCityFeatures } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import type { BodyIn, ResponseIn } from '#platform/contract/route.ts';
import type { Registry } from '../open-registry.ts';
import { openNearby } from '../parcels/require-nearby.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import { readCityFeatures } from './city-features.ts';

/**
 * Replaces the features between the parcels by the valid ones of an import, in one step and with one block, and returns the problems of
 * the others. Importing the same map again changes nothing, unless its rows were altered since.
 *
 * @throws AppError `request.invalid` for more points than a map may have
 */
export async function importFeatures(
  registry: Registry,
  caller: Pick<Account, 'id' | 'username'>,
  { features }: BodyIn<typeof importCityFeatures>,
  key: string | undefined,
): Promise<ResponseIn<typeof importCityFeatures>> {
  const { good, rejected } = await readFeatures(registry, features);
  requireFewPoints(good);
  if (good.length === 0) return { imported: 0, rejected, outcome: 'rejected', blockIndex: null };
  const { blockIndex, outcome } = await setFeatures(registry, caller, good, key);
  return { imported: good.length, rejected, outcome, blockIndex };
}

/** Replaces the map by valid features. */
export async function setFeatures(
  registry: Pick<Registry, 'database' | 'requests'>,
  caller: Pick<Account, 'id' | 'username'>,
  features: readonly CityFeature[],
  key: string | undefined,
): Promise<{ blockIndex: number; outcome: 'replaced' | 'unchanged' }> {
  const sha256 = hashOf(features);
  const known = await findMapBlock(registry, sha256);
  if (known !== undefined) return { blockIndex: known, outcome: 'unchanged' };
  const { index } = await registry.requests.append(
    {
      propertyIds: [],
      judge: () => ({
        draft: registryBlockTypes.draft({
          action: 'registry.map_set',
          user: caller.username,
          features: features.length,
          sha256,
        }),
        parcels: [],
        cityFeatures: features,
      }),
    },
    keyOf(caller, key, ['map', sha256]),
  );
  return { blockIndex: index, outcome: 'replaced' };
}

/** Returns the SHA-256 of the canonical JSON of the features in order, as stated in the block of a map. */
export const hashOf = (features: readonly CityFeature[]): string =>
  hash('sha256', canonicalJson(features.map(({ kind, name, geometry }) => ({ kind, name, geometry })) as JsonValue));

async function findMapBlock({ database }: Pick<Registry, 'database'>, sha256: string): Promise<number | undefined> {
  const block = await findLastAction(database, {}, ['registry.map_set']);
  if (block?.data['sha256'] !== sha256) return undefined;
  return hashOf(await readCityFeatures(database)) === sha256 ? block.index : undefined;
}

type Read = { good: CityFeature[]; rejected: { feature: number; problem: string }[] };

async function readFeatures(
  { database }: Pick<Registry, 'database'>,
  features: BodyIn<typeof importCityFeatures>['features'],
): Promise<Read> {
  const nearby = await openNearby(database, []);
  const read: Read = { good: [], rejected: [] };
  for (const [n, { type, geometry, properties }] of features.entries()) {
    const feature = n + 1;
    if (type !== 'Feature') {
      read.rejected.push({ feature, problem: 'type must be Feature' });
      continue;
    }
    const { kind, name } = (properties ?? {}) as { kind?: unknown; name?: unknown };
    const { data, error } = CityFeature.safeParse({ kind, name, geometry }, { error: explainIssues('body') });
    const problem = data === undefined ? (error?.issues[0]?.message ?? '') : problemOf(data, feature, nearby);
    if (data !== undefined && problem === undefined) read.good.push(data);
    else read.rejected.push({ feature, problem: problem ?? '' });
  }
  return read;
}

function problemOf({ geometry }: CityFeature, feature: number, nearby: Awaited<ReturnType<typeof openNearby>>) {
  try {
    nearby(`feature ${feature}`, geometry, '/features');
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function requireFewPoints(features: readonly CityFeature[]): void {
  const points = features.reduce((sum, { geometry }) => sum + geometry.coordinates.flat(2).length / 2, 0);
  if (points <= FEATURE_POINTS_MAX) return;
  const message = `features have ${points} points together; a map has at most ${FEATURE_POINTS_MAX}. Simplify them`;
  throw new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/features', message }] });
}

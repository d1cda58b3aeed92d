import { CityFeature, FEATURES_BYTES_MAX, FEATURES_MAX } from '#domains/registry/contract/city-features.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';

type Feature = { readonly type: 'Feature'; readonly geometry: CityFeature['geometry']; readonly properties: object };
export type BadFeature = { readonly feature: number; readonly problem: string };
export type MapFile = {
  readonly good: readonly Feature[];
  /** The number of features of each kind. */
  readonly counts: ReadonlyMap<CityFeature['kind'], number>;
  readonly bad: readonly BadFeature[];
};

/**
 * Reads the features between parcels from a GeoJSON FeatureCollection, and checks each with the server's own schema.
 *
 * @throws Error with the reason if the file as a whole is unusable
 */
export function readFeatures(text: string): MapFile {
  const features = featuresIn(text);
  if (features.length === 0) throw new Error('The file has no features.');
  if (features.length > FEATURES_MAX)
    throw new Error(`The file has more than ${FEATURES_MAX.toLocaleString('en-US')} features. Leave out the smallest.`);
  const good: Feature[] = [];
  const bad: BadFeature[] = [];
  const counts = new Map<CityFeature['kind'], number>();
  for (const [n, one] of features.entries()) {
    const { geometry, properties } = (one ?? {}) as {
      geometry?: unknown;
      properties?: { kind?: unknown; name?: unknown };
    };
    const { kind, name } = properties ?? {};
    const { data, error } = CityFeature.safeParse({ kind, name, geometry }, { error: explainIssues('body') });
    if (data === undefined) {
      bad.push({ feature: n + 1, problem: error.issues[0]?.message ?? 'is not a valid map feature' });
      continue;
    }
    counts.set(data.kind, (counts.get(data.kind) ?? 0) + 1);
    good.push({ type: 'Feature', geometry: data.geometry, properties: { kind: data.kind, name: data.name } });
  }
  // Leaves some bytes for the rest of the body.
  if (new Blob([JSON.stringify(good)]).size > FEATURES_BYTES_MAX - 1000)
    throw new Error('The map is larger than 500 kB. Simplify its shapes.');
  return { good, counts, bad };
}

function featuresIn(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON. Choose a GeoJSON file.');
  }
  const { type, features } = (value ?? {}) as { type?: unknown; features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw new Error('The file is not a GeoJSON FeatureCollection.');
  return features;
}

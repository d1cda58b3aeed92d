import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { readGs1Schema, readTestDocuments } from './fixtures/shared-data.ts';
import { validateDocument } from './validate-document.ts';

const schema = readGs1Schema();

const isAccepted = (text: string) => 'events' in validateDocument(text);

/** Our own sample, and OpenEPCIS's documents if they are available. */
function acceptedDocuments(): { name: string; text: string }[] {
  const folders = ['Capture/Documents', 'Capture/Events', 'Query'];
  const own = readFileSync(new URL('./fixtures/coffee-journey.json', import.meta.url), 'utf8');
  return [
    { name: 'coffee-journey.json', text: own },
    ...folders.flatMap((folder) =>
      readTestDocuments(folder).map(({ name, text }) => ({ name: `${folder}/${name}`, text })),
    ),
  ].filter(({ text }) => isAccepted(text));
}

function oracle(): (document: unknown) => boolean {
  const ajv = new Ajv({ strict: false });
  (formats as unknown as typeof formats.default)(ajv);
  const validate = ajv.compile(schema ?? {});
  return (document) => validate(document) as boolean;
}

/** Differences that we accept on purpose although the schema refuses them, by the place in the document. */
const knownDifferences = [
  // The standard lets a list of parts be empty, and OpenEPCIS's documents have such lists.
  /\/childEPCs list$/,
  // The measurement types grow with every edition of the vocabulary; the schema has those of one edition.
  /\/sensorReport\/\*\/type$/,
  // Programs omit the name from responses that they pass on, and only the events are read.
  /\/queryResults\/queryName absent$/,
];

/** Documents of OpenEPCIS with names that this edition of the schema does not have. */
const documentsOfAnotherEdition = [
  'Capture/Documents/AggregationEvent_with_persistentDisposition.json',
  'Capture/Documents/AggregationEvent_with_sensorData.json',
  'Capture/Documents/SensorData_with_combined_events.json',
  'Capture/Documents/TransactionEvent_with_userExtensions.json',
  'Query/SensorData_with_combined_events.json',
  'Query/TransactionEvent_with_userExtensions.json',
];

test.skipIf(schema === undefined)('accepts only documents that the GS1 schema accepts', () => {
  const isValid = oracle();
  const refused = acceptedDocuments().filter(({ text }) => !isValid(JSON.parse(text)));
  expect(refused.map(({ name }) => name).filter((name) => !documentsOfAnotherEdition.includes(name))).toEqual([]);
});

test.skipIf(schema === undefined)(
  'accepts no changed document that the GS1 schema refuses',
  { timeout: 60_000 },
  () => {
    const isValid = oracle();
    const surplus = new Set<string>();
    const seen = new Set<string>();
    for (const { text } of acceptedDocuments()) {
      const document = JSON.parse(text);
      if (!isValid(document)) continue;
      for (const place of changes(document, '', seen)) {
        const changed = JSON.stringify(document);
        if (isAccepted(changed) && !isValid(JSON.parse(changed))) surplus.add(place);
      }
    }
    const isKnown = (place: string) =>
      knownDifferences.some((pattern) => pattern.test(place) || pattern.test(place.replace(/ [^ ]*$/, '')));
    expect([...surplus].filter((place) => !isKnown(place))).toEqual([]);
    expect(seen.size).toBeGreaterThan(1000);
  },
);

/** Replaces one value after another by others, yields the place of each change once over all documents, and undoes it. */
function* changes(node: unknown, path: string, seen: Set<string>): Iterable<string> {
  if (typeof node !== 'object' || node === null) return;
  const parent = node as Record<string, unknown>;
  for (const key of Object.keys(parent)) {
    const old = parent[key];
    const place = `${path}/${Array.isArray(node) ? '*' : key}`;
    const replacements = { absent: undefined, null: null, word: 'x', number: -1, list: [], object: {}, listed: [old] };
    for (const [name, replacement] of Object.entries(replacements)) {
      const change = `${place} ${name}`;
      if (seen.has(change)) continue;
      seen.add(change);
      parent[key] = replacement;
      yield change;
      parent[key] = old;
    }
    yield* changes(old, place, seen);
  }
}

/** What the prefixes of a document stand for: `example` → `https://ns.example.com/epcis/`. */
export type Prefixes = ReadonlyMap<string, string>;

/** Prefixes that the EPCIS 2.0 context defines itself, so that documents use them without saying what they mean. */
const standardPrefixes: readonly (readonly [string, string])[] = [
  ['epcis', 'https://ref.gs1.org/epcis/'],
  ['cbv', 'https://ref.gs1.org/cbv/'],
  ['gs1', 'https://gs1.org/voc/'],
  ['cbvmda', 'urn:epcglobal:cbv:mda:'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
  ['dcterms', 'http://purl.org/dc/terms/'],
];

export const STANDARD_PREFIXES: Prefixes = new Map(standardPrefixes);

/** Adds what a JSON-LD `@context` declares to the prefixes in force around it. Nothing is fetched. */
export function withContext(prefixes: Prefixes, context: unknown): Prefixes {
  const found = new Map(prefixes);
  for (const one of Array.isArray(context) ? context : [context]) {
    if (typeof one !== 'object' || one === null) continue;
    for (const [prefix, meaning] of Object.entries(one)) {
      const uri = typeof meaning === 'string' ? meaning : (meaning as { '@id'?: unknown } | null)?.['@id'];
      if (typeof uri === 'string' && !prefix.startsWith('@')) found.set(prefix, uri);
    }
  }
  return found;
}

/** The parts of a context that say something a reader cannot know: all but the address of the standard one. */
export function customContext(context: unknown): unknown[] {
  return (Array.isArray(context) ? context : [context]).filter(
    (one) => one !== undefined && !(typeof one === 'string' && one.endsWith('epcis-context.jsonld')),
  );
}

/** Writes out a compact name (`example:batch`) in full; other text is given back as it is. */
export function expand(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':');
  const meaning = colon < 0 ? undefined : prefixes.get(name.slice(0, colon));
  return meaning === undefined || name.startsWith('//', colon + 1) ? name : meaning + name.slice(colon + 1);
}

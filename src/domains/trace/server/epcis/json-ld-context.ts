/** The expansions of a document's prefixes: `example` → `https://ns.example.com/epcis/`. */
export type Prefixes = ReadonlyMap<string, string>;

/** Prefixes of the EPCIS 2.0 context itself, which documents use without declaring them. */
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

/** Adds the declarations of a JSON-LD `@context` to the surrounding prefixes. Fetches nothing. */
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

/** Returns the custom parts of a context: everything except the standard one's URL. */
export function customContext(context: unknown): unknown[] {
  return (Array.isArray(context) ? context : [context]).filter(
    (one) => one !== undefined && !(typeof one === 'string' && one.endsWith('epcis-context.jsonld')),
  );
}

/** Expands a compact name (`example:batch`). Other text stays unchanged. */
export function expand(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':');
  const meaning = colon < 0 ? undefined : prefixes.get(name.slice(0, colon));
  return meaning === undefined || name.startsWith('//', colon + 1) ? name : meaning + name.slice(colon + 1);
}

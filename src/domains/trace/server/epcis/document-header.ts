import { hash } from 'node:crypto';
import { canonicalJson, DATA_LENGTH_MAX } from '@cairn/ledger-proof';
import { child, type DocumentProblem, isMap, type JsonMap } from './check-shape.ts';

/** The action of a block about a document instead of an event. */
export const EPCIS_HEADER = 'epcis_header';

/** A document's content beyond its events, divided into parts that fit in a block. */
export type DocumentHeader = {
  /** `ni:///sha-256;<hex>` of the whole header, by which the blocks of the document's events name it. */
  readonly name: string;
  readonly parts: readonly JsonMap[];
  /** The members that fit in no block. */
  readonly leftOut: readonly DocumentProblem[];
};

/** The members that every document has. A header with only these is not worth a block. */
const basics = new Set(['@context', 'type', 'schemaVersion', 'creationDate']);

/**
 * Returns what a document contains beyond its events: sender, receiver, identifiers, master data, query and extension
 * fields, with the basic members. Undefined if there is nothing but these.
 */
export function headerOf(document: JsonMap): JsonMap | undefined {
  const { epcisBody, ...others } = document;
  const header = withoutEmpty({ ...others, epcisBody: withoutEvents(epcisBody) });
  return Object.keys(header).every((name) => basics.has(name)) ? undefined : header;
}

function withoutEvents(body: unknown): JsonMap {
  if (!isMap(body)) return {};
  const { event: _, eventList: __, queryResults, ...others } = body;
  if (!isMap(queryResults)) return others;
  const { resultsBody, ...results } = queryResults;
  const { eventList: ___, ...rest } = isMap(resultsBody) ? resultsBody : {};
  return { ...others, queryResults: withoutEmpty({ ...results, resultsBody: rest }) };
}

const withoutEmpty = (map: JsonMap): JsonMap =>
  Object.fromEntries(Object.entries(map).filter(([, value]) => !isMap(value) || Object.keys(value).length > 0));

/** Leaves room for the other fields of a block. */
const PART_BYTES_MAX = DATA_LENGTH_MAX - 2048;

const bytesOf = (value: JsonMap) => Buffer.byteLength(canonicalJson(value));
const fits = (value: JsonMap) => bytesOf(value) <= PART_BYTES_MAX;

/**
 * Divides a header into parts that fit in a block: one if possible, otherwise the header with empty lists of master data
 * and the elements of the lists in further parts.
 */
export function divideHeader(header: JsonMap): DocumentHeader {
  const name = `ni:///sha-256;${hash('sha256', canonicalJson(header))}`;
  if (fits(header)) return { name, parts: [header], leftOut: [] };
  const { rest, elements } = takeOutElements(header);
  const leftOut: DocumentProblem[] = [];
  const parts = [cutToFit(rest, leftOut)];
  let gathered: Element[] = [];
  let bytes = 0;
  for (const element of elements) {
    // Each element is measured as a part of its own, so the sum is never less than the size of the common part.
    const more = bytesOf(asPart([element]));
    if (more > PART_BYTES_MAX) {
      leftOut.push(tooLarge(element.pointer));
      continue;
    }
    if (bytes + more > PART_BYTES_MAX) {
      parts.push(asPart(gathered));
      gathered = [];
      bytes = 0;
    }
    gathered.push(element);
    bytes += more;
  }
  if (gathered.length > 0) parts.push(asPart(gathered));
  return { name, parts, leftOut };
}

/** An element of the master data, with the type of its vocabulary. */
type Element = { readonly type: unknown; readonly value: unknown; readonly pointer: string };

function takeOutElements(header: JsonMap): { rest: JsonMap; elements: Element[] } {
  const { epcisHeader } = header;
  const masterData = isMap(epcisHeader) ? epcisHeader['epcisMasterData'] : undefined;
  const list = isMap(masterData) ? masterData['vocabularyList'] : undefined;
  if (!isMap(epcisHeader) || !isMap(masterData) || !Array.isArray(list)) return { rest: header, elements: [] };
  const elements: Element[] = [];
  const vocabularyList = list.map((vocabulary: unknown, i) => {
    if (!isMap(vocabulary) || !Array.isArray(vocabulary['vocabularyElementList'])) return vocabulary;
    for (const [n, value] of vocabulary['vocabularyElementList'].entries()) {
      const pointer = `/epcisHeader/epcisMasterData/vocabularyList/${i}/vocabularyElementList/${n}`;
      elements.push({ type: vocabulary['type'], value, pointer });
    }
    return { ...vocabulary, vocabularyElementList: [] };
  });
  const rest = { ...header, epcisHeader: { ...epcisHeader, epcisMasterData: { ...masterData, vocabularyList } } };
  return { rest, elements };
}

function asPart(elements: readonly Element[]): JsonMap {
  const byType = Map.groupBy(elements, ({ type }) => type);
  const vocabularyList = [...byType].map(([type, some]) => ({
    ...(type === undefined ? {} : { type }),
    vocabularyElementList: some.map(({ value }) => value),
  }));
  return { epcisHeader: { epcisMasterData: { vocabularyList } } };
}

/** Removes the largest members until the rest fits, and reports each. */
function cutToFit(header: JsonMap, leftOut: DocumentProblem[]): JsonMap {
  if (fits(header)) return header;
  const sizes = Object.entries(header).map(([name, value]) => ({ name, size: JSON.stringify(value).length }));
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  if (largest === undefined) return header;
  leftOut.push(tooLarge(child('', largest.name)));
  const { [largest.name]: _, ...rest } = header;
  return cutToFit(rest, leftOut);
}

const tooLarge = (pointer: string): DocumentProblem => ({
  pointer,
  message: `${pointer} was left out: it exceeds the ${DATA_LENGTH_MAX / 1024} KiB of a block`,
});

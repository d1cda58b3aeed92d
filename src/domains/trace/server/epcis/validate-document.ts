import { JSON_DEPTH_MAX } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';
import { findDuplicateKey } from '#platform/server/http/duplicate-keys.ts';
import {
  child,
  contextShape,
  createReport,
  type DocumentProblem,
  dateTime,
  isMap,
  type JsonMap,
  type Report,
  text,
  uri,
} from './check-shape.ts';
import { type DocumentHeader, divideHeader, headerOf } from './document-header.ts';
import { anyEvent, type EventType, eventTypes } from './event-shapes.ts';
import { customContext, expand, type Prefixes, STANDARD_PREFIXES, withContext } from './json-ld-context.ts';

/** An event as in its document, with the context needed to understand it on its own. */
export type DocumentEvent = {
  readonly event: JsonMap & { type: EventType; eventTime: string };
  readonly pointer: string;
  readonly prefixes: Prefixes;
  /** The custom parts of the document's `@context`. */
  readonly context: readonly unknown[];
  /** Extension fields (expanded) that the sender excludes from the event's identity. */
  readonly ignored: ReadonlySet<string>;
};

export type ValidatedDocument =
  | { readonly events: readonly DocumentEvent[]; readonly header: DocumentHeader | undefined }
  | { readonly problems: readonly DocumentProblem[] };

/**
 * Returns the events of an EPCIS 2.0 document in JSON-LD, or all problems (at most 50) with their JSON pointers.
 * Accepts an EPCISDocument, an EPCISQueryDocument (more leniently: with a header, as GDST writes it), and a single
 * event with its own `@context`. Fetches nothing: contexts are compared by spelling.
 */
export function validateDocument(source: string): ValidatedDocument {
  const parsed = parse(source);
  if ('problem' in parsed) return { problems: [{ pointer: '', message: `The document ${parsed.problem}` }] };
  const report = createReport();
  const { value, repeated } = parsed;
  if (repeated !== undefined) report.add(repeated, 'must be given only once');
  if (!isMap(value)) report.add('', 'must be an EPCIS document, a JSON object');
  else if (eventTypes.includes(value['type'] as EventType)) checkSingleEvent(value, report);
  else checkDocument(value, report);
  checkIJson(value, '', 0, report);
  if (report.problems.length > 0 || !isMap(value)) return { problems: report.problems };
  const header = eventTypes.includes(value['type'] as EventType) ? undefined : headerOf(value);
  return { events: gatherEvents(value), header: header === undefined ? undefined : divideHeader(header) };
}

/** Parses a document. `repeated` is the pointer of a member that its object has twice: JSON.parse keeps only the last one. */
function parse(text: string): { value: unknown; repeated: string | undefined } | { problem: string } {
  const trimmed = text.replace(/^\ufeff/, '');
  try {
    return { value: JSON.parse(trimmed), repeated: findDuplicateKey(trimmed) };
  } catch (error) {
    if (trimmed.trimStart().startsWith('<'))
      return {
        problem:
          'is XML; only EPCIS 2.0 in JSON-LD can be imported so far. Convert it first, for example with a GS1 EPCIS converter.',
      };
    return { problem: `is not JSON: ${(error as Error).message}` };
  }
}

function checkSingleEvent(value: JsonMap, report: Report): void {
  checkContext(value['@context'], report);
  anyEvent(value, '', report);
}

function checkDocument(value: JsonMap, report: Report): void {
  const { type } = value;
  if (type !== 'EPCISDocument' && type !== 'EPCISQueryDocument') {
    report.add('/type', 'must be EPCISDocument, EPCISQueryDocument, or the type of a single event');
    return;
  }
  checkContext(value['@context'], report);
  if (value['schemaVersion'] === undefined) report.add('/schemaVersion', 'is missing: 2.0 can be imported');
  else if (typeof value['schemaVersion'] !== 'string' || !/^2(\.\d+)*$/.test(value['schemaVersion']))
    report.add('/schemaVersion', 'must be 2.0');
  if (value['creationDate'] === undefined) report.add('/creationDate', 'is missing');
  else dateTime(value['creationDate'], '/creationDate', report);
  for (const [pointer, field] of optionalTexts(value)) if (field !== undefined) text(field, pointer, report);
  if (value['id'] !== undefined) uri(value['id'], '/id', report);
  const [first, second] = placesOfEvents(value);
  if (second !== undefined) {
    report.add(second, `is a second place of events besides ${first}: put all events of the document in one of them`);
    return;
  }
  const found = findEvents(value);
  if (found === undefined) {
    const place = type === 'EPCISDocument' ? LIST : RESULTS;
    report.add(place, 'is missing: it is the list of events');
    return;
  }
  for (const [i, event] of found.events.entries()) anyEvent(event, child(found.pointer, i), report);
}

function* optionalTexts(document: JsonMap): Iterable<[pointer: string, value: unknown]> {
  for (const name of ['sender', 'receiver', 'instanceIdentifier']) yield [`/${name}`, document[name]];
  const results = isMap(document['epcisBody']) ? document['epcisBody']['queryResults'] : undefined;
  if (!isMap(results)) return;
  for (const name of ['queryName', 'subscriptionID']) yield [`/epcisBody/queryResults/${name}`, results[name]];
}

function checkContext(context: unknown, report: Report): void {
  if (context === undefined) {
    report.add('/@context', 'is missing: it defines the names in the document');
    return;
  }
  contextShape(context, '/@context', report);
  const parts = Array.isArray(context) ? context : [context];
  if (!parts.some((part) => typeof part === 'string' && /epcis.*context/i.test(part)))
    report.add(
      '/@context',
      'must have the EPCIS context: https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
    );
}

/** The pointers of the places where a body can have its events. Only one of them may be used. */
const [SINGLE, LIST, RESULTS] = [
  '/epcisBody/event',
  '/epcisBody/eventList',
  '/epcisBody/queryResults/resultsBody/eventList',
] as const;

/** Returns the places of events that a document has, whatever is there. */
function placesOfEvents(document: JsonMap): string[] {
  const { body, inner } = bodiesOf(document);
  const there = [
    [SINGLE, body?.['event']],
    [LIST, body?.['eventList']],
    [RESULTS, inner?.['eventList']],
  ] as const;
  return there.flatMap(([pointer, value]) => (value === undefined ? [] : [pointer]));
}

function findEvents(document: JsonMap): { events: readonly unknown[]; pointer: string } | undefined {
  const { body, inner } = bodiesOf(document);
  if (isMap(body?.['event'])) return { events: [body['event']], pointer: SINGLE };
  if (Array.isArray(body?.['eventList'])) return { events: body['eventList'], pointer: LIST };
  return Array.isArray(inner?.['eventList']) ? { events: inner['eventList'], pointer: RESULTS } : undefined;
}

/** Returns the body of a document, and the one of its query results. */
function bodiesOf(document: JsonMap): { body: JsonMap | undefined; inner: JsonMap | undefined } {
  const map = (value: unknown) => (isMap(value) ? value : undefined);
  const body = map(document['epcisBody']);
  return { body, inner: map(map(body?.['queryResults'])?.['resultsBody']) };
}

/** Rejects values that RFC 7493 excludes: JSON allows them, but they have no canonical form, so no block can hold them. */
function checkIJson(value: unknown, pointer: string, depth: number, report: Report): void {
  if (
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  )
    report.add(pointer, 'is a number beyond 2^53, which other programs read differently: write it as text');
  if (typeof value === 'string' && !value.isWellFormed())
    report.add(pointer, 'has half a character (a lone surrogate)');
  if (typeof value !== 'object' || value === null) return;
  // The block's own structure around the event needs some levels too.
  if (depth > JSON_DEPTH_MAX - 8) {
    report.add(pointer, 'is nested too deeply');
    return;
  }
  for (const [name, one] of Object.entries(value)) {
    if (!name.isWellFormed()) report.add(pointer, 'has a field with half a character (a lone surrogate) in its name');
    checkIJson(one, child(pointer, name), depth + 1, report);
  }
}

function gatherEvents(document: JsonMap): DocumentEvent[] {
  const prefixes = withContext(STANDARD_PREFIXES, document['@context']);
  const context = customContext(document['@context']);
  const ignored = ignoredFields(document, prefixes);
  const single = eventTypes.includes(document['type'] as EventType);
  const found = single
    ? { events: [document], pointer: '' }
    : present(findEvents(document), 'a document without a list of events is not valid');
  return found.events.map((event, i) => ({
    event: event as DocumentEvent['event'],
    pointer: single || found.pointer === SINGLE ? found.pointer : child(found.pointer, i),
    prefixes: withContext(prefixes, (event as JsonMap)['@context']),
    context: single ? [] : context,
    ignored,
  }));
}

/** Returns the fields that a repository added and excludes from the event's identity (`repository-x:ignoreFields`). */
function ignoredFields(document: JsonMap, prefixes: Prefixes): ReadonlySet<string> {
  const body = document['epcisBody'];
  const results = isMap(body) ? body['queryResults'] : undefined;
  const names = [document, results]
    .filter(isMap)
    .flatMap((part) =>
      Object.entries(part).flatMap(([name, value]) =>
        name.endsWith(':ignoreFields') && Array.isArray(value) ? value : [],
      ),
    );
  return new Set(names.filter((name) => typeof name === 'string').map((name) => expand(name, prefixes)));
}

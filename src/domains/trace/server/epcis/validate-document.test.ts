import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleDocument, sampleEvent } from './fixtures/sample-event.ts';
import { readTestDocuments, sharedDataIsThere } from './fixtures/shared-data.ts';
import { validateDocument } from './validate-document.ts';

const journey = readFileSync(new URL('./fixtures/coffee-journey.json', import.meta.url), 'utf8');

/** Returns the pointers of all problems, relative to the first event where possible. */
function problemsOf(text: string): string[] {
  const result = validateDocument(text);
  return 'events' in result ? [] : result.problems.map(({ pointer }) => pointer.replace('/epcisBody/eventList/0', '·'));
}
const problemsIn = (changes: Record<string, unknown>) => problemsOf(sampleDocument([sampleEvent(changes)]));

test('accepts a document with all event types', () => {
  const result = validateDocument(journey);
  expect('events' in result ? result.events.map(({ event }) => event.type) : result.problems).toEqual([
    'ObjectEvent',
    'AggregationEvent',
    'ObjectEvent',
    'ObjectEvent',
    'TransactionEvent',
    'TransformationEvent',
    'AssociationEvent',
    'ObjectEvent',
    'ObjectEvent',
  ]);
});

test('accepts a query document, and a single event with its own context', () => {
  const results = { queryName: 'SimpleEventQuery', resultsBody: { eventList: [sampleEvent()] } };
  expect(
    problemsOf(
      sampleDocument([], { type: 'EPCISQueryDocument', epcisHeader: {}, epcisBody: { queryResults: results } }),
    ),
  ).toEqual([]);
  const context = 'https://ref.gs1.org/standards/epcis/epcis-context.jsonld';
  expect(problemsOf(JSON.stringify(sampleEvent({ '@context': context })))).toEqual([]);
  expect(problemsOf(JSON.stringify(sampleEvent()))).toEqual(['/@context']);
});

describe('a document is rejected', () => {
  test.each([
    ['that is not JSON', '{', ['']],
    ['that is XML', '<epcis:EPCISDocument/>', ['']],
    ['that is a list', '[]', ['']],
    ['of another type', sampleDocument([], { type: 'MasterData' }), ['/type']],
    ['without a context', sampleDocument([], { '@context': undefined }), ['/@context']],
    ['with the context of something else', sampleDocument([], { '@context': ['https://schema.org'] }), ['/@context']],
    ['with a list of versions', sampleDocument([], { schemaVersion: ['2.0'] }), ['/schemaVersion']],
    [
      'with a context that is no address',
      sampleDocument([], { '@context': ['https://a.example/epcis-context.jsonld', 'x'] }),
      ['/@context'],
    ],
    ['with a sender that is no text', sampleDocument([], { sender: 7 }), ['/sender']],
    ['with an id that is no URI', sampleDocument([], { id: 'x' }), ['/id']],
    ['of another version', sampleDocument([], { schemaVersion: '1.2' }), ['/schemaVersion']],
    ['without events', sampleDocument([], { epcisBody: {} }), ['/epcisBody/eventList']],
    [
      'with a member that occurs twice',
      sampleDocument([]).replace('"schemaVersion"', '"schemaVersion":"2.0","schemaVersion"'),
      ['/schemaVersion'],
    ],
    [
      'with events in two places',
      sampleDocument([], { epcisBody: { event: sampleEvent(), eventList: [sampleEvent()] } }),
      ['/epcisBody/eventList'],
    ],
    [
      'with events in a list and in the results of a query',
      sampleDocument([], { epcisBody: { eventList: [], queryResults: { resultsBody: { eventList: [7] } } } }),
      ['/epcisBody/queryResults/resultsBody/eventList'],
    ],
    ['with an event that is not an object', sampleDocument([7]), ['·']],
    ['with an unknown event type', sampleDocument([{ type: 'constructor' }]), ['·/type']],
  ])('%s', (_, text, pointers) => expect(problemsOf(text)).toEqual(pointers));

  test('with at most 50 problems listed', () =>
    expect(problemsOf(sampleDocument(Array.from({ length: 80 }, () => 7)))).toHaveLength(50));
});

describe('an event is rejected', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['without a time', { eventTime: undefined }, ['·/eventTime']],
    ['at a time without a zone', { eventTime: '2026-03-04T05:06:07' }, ['·/eventTime']],
    ['on a day that is not in the calendar', { eventTime: '2026-02-30T05:06:07Z' }, ['·/eventTime']],
    ['before 1970', { eventTime: '1969-12-31T23:59:59Z' }, ['·/eventTime']],
    ['with an offset beyond 14:00', { eventTimeZoneOffset: '+14:01' }, ['·/eventTimeZoneOffset']],
    ['with an unknown action', { action: 'CREATE' }, ['·/action']],
    ['with a business step that is neither a word nor a URI', { bizStep: 'transforming' }, ['·/bizStep']],
    ['with such a disposition', { disposition: 'in_transport' }, ['·/disposition']],
    ['with a context that is no address', { '@context': 'x' }, ['·/@context']],
    ['with an empty persistent disposition', { persistentDisposition: {} }, ['·/persistentDisposition']],
    ['with nothing in it', { persistentDisposition: { set: [] } }, ['·/persistentDisposition/set']],
    [
      'with a report that measures nothing',
      { sensorElementList: [{ sensorReport: [{ value: 1 }] }] },
      ['·/sensorElementList/0/sensorReport/0'],
    ],
    [
      'with such a persistent disposition',
      { persistentDisposition: { set: ['lost'] } },
      ['·/persistentDisposition/set/0'],
    ],
    ['with a field without a prefix', { colour: 'red' }, ['·/colour']],
    ['with such master data', { action: 'ADD', ilmd: { colour: 'red' } }, ['·/ilmd/colour']],
    ['with master data for objects that exist', { ilmd: { 'own:colour': 'red' } }, ['·/ilmd']],
    ['about nothing', { epcList: undefined }, ['·']],
    ['with one object twice', { epcList: ['urn:x:1', 'urn:x:1'] }, ['·/epcList/1']],
    ['with an identifier that is not a URI', { epcList: ['4012345'] }, ['·/epcList/0']],
    ['with an identifier longer than an asset id', { epcList: [`urn:x:${'9'.repeat(200)}`] }, ['·/epcList/0']],
    [
      'with a quantity as text',
      { quantityList: [{ epcClass: 'urn:x:1', quantity: '2' }] },
      ['·/quantityList/0/quantity'],
    ],
    [
      'with an unknown field of a quantity',
      { quantityList: [{ epcClass: 'urn:x:1', mass: 2 }] },
      ['·/quantityList/0/mass'],
    ],
    [
      'with a unit but no quantity',
      { quantityList: [{ epcClass: 'urn:x:1', uom: 'KGM' }] },
      ['·/quantityList/0/quantity'],
    ],
    ['with an unknown kind of source', { sourceList: [{ type: 'place', source: 'urn:x:1' }] }, ['·/sourceList/0/type']],
    ['with a place without an id', { readPoint: {} }, ['·/readPoint/id']],
    ['with a certificate that is not a URI', { certificationInfo: [{ 'own:agency': 'x' }] }, ['·/certificationInfo/0']],
    ['with an error declared at no time', { errorDeclaration: {} }, ['·/errorDeclaration/declarationTime']],
    ['with a sensor element without a report', { sensorElementList: [{}] }, ['·/sensorElementList/0/sensorReport']],
    ['with a number that other programs read differently', { 'own:n': 2 ** 53 }, ['·/own:n']],
    ['with a lone surrogate', { 'own:a~b/c': 'x\ud800' }, ['·/own:a~0b~1c']],
    [
      'that takes nothing into a whole',
      { type: 'AggregationEvent', action: 'ADD', epcList: undefined, parentID: 'urn:x:1' },
      ['·'],
    ],
    [
      'that transforms into nothing',
      { type: 'TransformationEvent', action: undefined, epcList: undefined, inputEPCList: ['urn:x:1'] },
      ['·'],
    ],
    ['without its transactions', { type: 'TransactionEvent' }, ['·/bizTransactionList']],
    [
      'without the whole of an association',
      { type: 'AssociationEvent', epcList: undefined, childEPCs: ['urn:x:1'] },
      ['·/parentID'],
    ],
  ];
  test.each(cases)('%s', (_, changes, pointers) => expect(problemsIn(changes)).toEqual(pointers));
});

describe('an event is accepted', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['with a custom business step', { bizStep: 'https://a.example/steps/roasting' }],
    [
      'with a sensor at a place and nothing else',
      {
        epcList: undefined,
        readPoint: { id: 'geo:1,2' },
        sensorElementList: [{ sensorReport: [{ type: 'Temperature', value: 1 }] }],
      },
    ],
    [
      'that takes everything out of a whole',
      { type: 'AggregationEvent', action: 'DELETE', epcList: undefined, parentID: 'urn:x:1' },
    ],
    [
      'that is half of a transformation',
      {
        type: 'TransformationEvent',
        action: undefined,
        epcList: undefined,
        inputEPCList: ['urn:x:1'],
        transformationID: 'urn:x:2',
      },
    ],
    ['with anything below a custom field', { 'own:more': { plain: [{ deep: null }] } }],
  ];
  test.each(cases)('%s', (_, changes) => expect(problemsIn(changes)).toEqual([]));
});

test('names the field and the expected value in one sentence', () => {
  const result = validateDocument(sampleDocument([sampleEvent({ action: 'CREATE' })]));
  expect('problems' in result && result.problems.map(({ message }) => message)).toEqual([
    '/epcisBody/eventList/0/action must be ADD or OBSERVE or DELETE, not "CREATE"',
  ]);
});

test.each([
  [
    sampleDocument([], { epcisBody: { event: sampleEvent(), eventList: [sampleEvent()] } }),
    '/epcisBody/eventList is a second place of events besides /epcisBody/event: put all events of the document in one of them',
  ],
  [
    sampleDocument([sampleEvent({ 'own:lot': { n: 1 } })]).replace('"n":1', '"n":1,"\\u006e":2'),
    '/epcisBody/eventList/0/own:lot/n must be given only once',
  ],
  [
    JSON.stringify(
      sampleEvent({ '@context': 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld' }),
    ).replace('"action"', '"action":"ADD","action"'),
    '/action must be given only once',
  ],
])('rejects what would be lost: %s', (text, message) => {
  const result = validateDocument(text);
  expect('problems' in result && result.problems.map((one) => one.message)).toEqual([message]);
});

test('suggests a similar word', () => {
  const result = validateDocument(sampleDocument([sampleEvent({ disposition: 'In Transit' })]));
  expect('problems' in result && result.problems[0]?.message).toContain('did you mean in_transit?');
});

describe.skipIf(!sharedDataIsThere)('of the OpenEPCIS test documents', () => {
  test.each(readTestDocuments('Capture/Documents'))('accepts $name', ({ text }) =>
    expect(problemsOf(text)).toEqual([]),
  );
  test.each(readTestDocuments('Capture/Events'))('accepts the event $name', ({ text }) =>
    expect(problemsOf(text)).toEqual([]),
  );
  test.each(readTestDocuments('Query'))('accepts the query document $name', ({ text }) =>
    expect(problemsOf(text)).toEqual([]),
  );
  test.each(readTestDocuments('Capture/Invalid'))('rejects $name', ({ text }) =>
    expect(problemsOf(text)).not.toEqual([]),
  );
});

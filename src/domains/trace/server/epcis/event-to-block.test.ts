import { canonicalJson } from '@cairn/ledger-proof';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventToBlocks, type PlannedEvent } from './event-to-block.ts';
import { sampleDocument, sampleEvent } from './fixtures/sample-event.ts';
import { validateDocument } from './validate-document.ts';

function planOf(changes: Record<string, unknown>): PlannedEvent {
  const document = validateDocument(sampleDocument([sampleEvent(changes)]));
  if ('problems' in document) throw new Error(JSON.stringify(document.problems));
  const [source] = document.events;
  if (source === undefined) throw new Error('no event');
  return eventToBlocks(source);
}
const actionOf = (changes: Record<string, unknown>) => planOf(changes).blocks.map(({ action }) => action);
const EPC = 'https://id.gs1.org/01/04012345111118/21/9876';

describe('the action of an event', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['manufactured', { action: 'ADD', bizStep: 'commissioning' }],
    ['commissioning', { action: 'OBSERVE', bizStep: 'commissioning' }],
    ['shipped', { bizStep: 'departing' }],
    ['shipped', { bizStep: 'urn:epcglobal:cbv:bizstep:shipping' }],
    ['received', { bizStep: 'https://ref.gs1.org/cbv/BizStep-accepting' }],
    ['returned', { bizStep: 'receiving', disposition: 'returned' }],
    ['quality_check', { bizStep: 'inspecting' }],
    ['void_shipping', { bizStep: 'void_shipping' }],
    ['object_event', { bizStep: undefined }],
    ['cold_storage', { bizStep: 'https://a.example/steps/Cold-Storage/' }],
    ['step_shipped', { bizStep: 'https://a.example/steps/shipped' }],
    ['step_genesis', { bizStep: 'own:genesis' }],
    ['step_correction', { bizStep: 'own:correction' }],
    ['step_2nd_pass', { bizStep: 'own:2nd pass'.replace(' ', '-') }],
    ['error_declaration', { errorDeclaration: { declarationTime: '2026-03-05T00:00:00Z' } }],
  ];
  test.each(cases)('%s of %j', (action, changes) => expect(actionOf(changes)).toEqual([action]));

  test('outputs of a transformation are manufactured, its inputs are not', () =>
    expect(
      planOf({
        type: 'TransformationEvent',
        action: undefined,
        bizStep: 'commissioning',
        epcList: undefined,
        inputEPCList: ['urn:x:in'],
        outputEPCList: ['urn:x:out'],
      }).blocks.map(({ action, assetId }) => [assetId, action]),
    ).toEqual([
      ['urn:x:out', 'manufactured'],
      ['urn:x:in', 'commissioning'],
    ]));
});

describe('the objects of an event', () => {
  const box = {
    type: 'AggregationEvent',
    action: 'ADD',
    bizStep: 'packing',
    epcList: undefined,
    parentID: 'urn:x:box',
  };

  test('get one block each, the first with the whole event and the others with its hash', () => {
    const { blocks, eventHash } = planOf({ ...box, childEPCs: ['urn:x:b', 'urn:x:a'] });
    expect(blocks.map(({ assetId }) => assetId)).toEqual(['urn:x:box', 'urn:x:a', 'urn:x:b']);
    expect(blocks.map(({ meta }) => 'epcis' in meta)).toEqual([true, false, false]);
    expect(blocks.every(({ meta }) => meta['epcisEvent'] === eventHash)).toBe(true);
    expect(new Set(blocks.map(({ identity }) => identity.toString('hex'))).size).toBe(3);
  });

  test('have the same identities in any order', () => {
    const identities = (childEPCs: string[]) =>
      planOf({ ...box, childEPCs }).blocks.map(({ identity }) => identity.toString('hex'));
    expect(identities(['urn:x:a', 'urn:x:b'])).toEqual(identities(['urn:x:b', 'urn:x:a']));
  });

  test('are one asset in any spelling', () =>
    expect(
      planOf({
        epcList: ['urn:epc:id:sgtin:4012345.011111.9876', 'https://a.example/01/04012345111118/21/9876'],
      }).blocks.map(({ assetId }) => assetId),
    ).toEqual([EPC]));

  test('are identified by the full name of a compact one', () =>
    expect(planOf({ epcList: ['own:7'] }).blocks[0]?.assetId).toBe('https://own.example/terms/7'));

  test('do not include quantities: such a block has no asset', () => {
    const { blocks } = planOf({
      epcList: undefined,
      quantityList: [{ epcClass: 'urn:epc:class:lgtin:4012345.012345.L7' }],
    });
    expect(blocks).toMatchObject([{ assetId: undefined, meta: { batch: 'L7' } }]);
  });

  test('beyond 200 share one block, and the plan reports it', () => {
    const plan = planOf({ epcList: Array.from({ length: 201 }, (_, i) => `urn:x:${i}`) });
    expect([plan.blocks.length, plan.objectsWithoutBlock]).toEqual([1, 200]);
  });
});

test('displayed fields are derived from the event', () =>
  expect(
    planOf({
      action: 'ADD',
      bizStep: 'commissioning',
      disposition: 'active',
      readPoint: { id: 'urn:epc:id:sgln:4012345.00011.987' },
      ilmd: { 'cbvmda:lotNumber': 'L7', 'own:productName': { '@value': 'Highland Roast' } },
    }).blocks[0]?.meta,
  ).toMatchObject({
    name: 'Highland Roast',
    batch: 'L7',
    location: 'GLN 4012345000115 extension 987',
    timestamp: '2026-03-04T04:06:07.000Z',
    bizStep: 'commissioning',
    disposition: 'active',
    epcisContext: [{ own: 'https://own.example/terms/' }],
  }));

describe('the party of an event', () => {
  const source = (type: string, name: string) => ({ sourceList: [{ type, source: name }] });
  const destination = (type: string, name: string) => ({ destinationList: [{ type, destination: name }] });
  const [here, there] = ['urn:epc:id:pgln:4012345.00000', 'https://id.gs1.org/417/0614141000012'];
  const cases: [string, Record<string, unknown>, string | undefined][] = [
    [
      'is the sender of a shipment',
      { ...source('possessing_party', here), ...destination('owning_party', there) },
      'https://id.gs1.org/417/4012345000009',
    ],
    [
      'is the receiver of a receipt',
      { bizStep: 'receiving', ...source('owning_party', here), ...destination('owning_party', there) },
      there,
    ],
    ['at a place, with the number of its company', { readPoint: { id: 'urn:epc:id:sgln:0614141.00001.17' } }, there],
    ['named by another kind of identifier', source('owning_party', 'https://a.example/us'), 'https://a.example/us'],
    ['that is not named', { readPoint: { id: 'geo:1,2' } }, undefined],
  ];
  test.each(cases)('%s', (_, changes, identifier) =>
    expect(planOf(changes).blocks[0]?.party?.identifier).toBe(identifier),
  );
});

test.each([
  ['geo:59.911,10.757', { latitude: 59.911, longitude: 10.757 }],
  ['geo:-33.9,-18.4,12;crs=wgs84;u=40', { latitude: -33.9, longitude: -18.4 }],
  ['geo:91,10', undefined],
  ['geo:north,east', undefined],
  ['urn:epc:id:sgln:0614141.00001.17', undefined],
])('derives coordinates from a geo URI: %s', (id, coordinates) => {
  expect(planOf({ readPoint: { id } }).blocks[0]?.meta['coordinates']).toEqual(coordinates);
});

test('an error declaration has the hash of its event and its own identity', () => {
  const [event, declaration] = [planOf({}), planOf({ errorDeclaration: { declarationTime: '2026-03-05T00:00:00Z' } })];
  expect(declaration.eventHash).toBe(event.eventHash);
  expect(declaration.blocks[0]?.identity).not.toEqual(event.blocks[0]?.identity);
});

test('any document is either rejected with its problems or yields valid blocks', () => {
  const names = [
    'eventTime',
    'epcList',
    'quantityList',
    'parentID',
    'readPoint',
    'sourceList',
    'errorDeclaration',
    'ilmd',
    '@context',
    'own:x',
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      'urn:x:1',
      'urn:epc:id:sgtin:4012345.011111.9',
      'https://a.example/toString/1',
      '2026-03-04T05:06:07Z',
      'own:x',
    ),
    fc.record(
      { type: fc.string(), source: fc.webUrl(), id: fc.webUrl(), declarationTime: fc.date().map(String) },
      { requiredKeys: [] },
    ),
    fc.array(fc.webUrl({ withQueryParameters: true, withFragments: true })),
  );
  const changes = fc.dictionary(fc.constantFrom(...names), value);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(changes.map(sampleEvent), fc.jsonValue()), { maxLength: 3 }),
      changes,
      (events, around) => {
        const document = validateDocument(sampleDocument(events, around));
        if ('problems' in document) return document.problems.length > 0;
        return document.events
          .map((event) => eventToBlocks(event))
          .every(({ blocks }) =>
            blocks.every(
              ({ action, identity, meta }) =>
                /^[a-z][a-z0-9_]{0,63}$/.test(action) &&
                identity.length === 32 &&
                canonicalJson({ meta } as never) !== '',
            ),
          );
      },
    ),
    { numRuns: 500 },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHead } from '#domains/ledger/server/index.ts';
import { readAsset } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import type { JsonMap } from './check-shape.ts';
import { eventToBlocks } from './event-to-block.ts';
import { sampleDocument, sampleEvent } from './fixtures/sample-event.ts';
import { readTestDocuments, sharedDataIsThere } from './fixtures/shared-data.ts';
import { importDocument } from './import-document.ts';
import { validateDocument } from './validate-document.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const bring = (text: string) => importDocument(server.services.trace, text);
const length = async () => (await readHead(server.services.database)).length;

type Meta = { epcis?: JsonMap; epcisDocument?: string; epcisHeader?: JsonMap; epcisHeaderPart?: object };
const blocksFrom = (first: number) =>
  server.database.sql<{ index: number; action: string; meta: Meta }>(
    `select index, action, data::json -> 'meta' as meta from ledger_blocks where index >= $1 order by index`,
    [first],
  );

describe('two events are both kept', () => {
  const event = sampleEvent({ epcList: ['urn:x:kept'] });
  const inLot = (lot: string) => ({ ...event, 'own:lot': lot });
  const declared = (reason: string) => ({
    ...event,
    errorDeclaration: { declarationTime: '2026-03-05T00:00:00Z', reason },
  });
  test.each([
    ['text that reads as one number', inLot('0012'), inLot('12')],
    ['a number and its text', { ...event, 'own:n': 12 }, { ...event, 'own:n': '12' }],
    ['comments', { ...event, 'rdfs:comment': 'seal intact' }, { ...event, 'rdfs:comment': 'seal BROKEN' }],
    ['text that differs in a space', { ...event, 'own:mark': 'A 1' }, { ...event, 'own:mark': 'A 1 ' }],
    [
      'fractions of a millisecond',
      { ...event, eventTime: '2026-03-04T05:06:07.0001Z' },
      { ...event, eventTime: '2026-03-04T05:06:07.0002Z' },
    ],
    [
      'lots of one serial number',
      { ...event, epcList: ['https://id.gs1.org/01/04012345111118/10/A/21/1'] },
      { ...event, epcList: ['https://id.gs1.org/01/04012345111118/10/B/21/1'] },
    ],
    [
      'attributes of a Digital Link',
      { ...event, epcList: ['https://id.gs1.org/01/04012345111118/21/2?17=261231'] },
      { ...event, epcList: ['https://id.gs1.org/01/04012345111118/21/2?17=270131'] },
    ],
    ['reasons of an error declaration', declared('did_not_occur'), declared('incorrect_data')],
  ])('that differ in %s', async (_, one, other) => {
    const first = await length();
    expect(await bring(sampleDocument([one, other]))).toMatchObject({ blocks: 2, repetitions: [] });
    expect((await blocksFrom(first)).map(({ meta }) => meta.epcis)).toEqual([one, other]);
  });

  test('that use a prefix with two meanings', async () => {
    const mine = sampleEvent({ epcList: ['urn:x:meaning'], 'own:seal': 1 });
    const within = (meaning: string) =>
      sampleDocument([mine], {
        '@context': ['https://ref.gs1.org/standards/epcis/epcis-context.jsonld', { own: meaning, extra: meaning }],
      });
    expect(await bring(within('https://a.example/'))).toMatchObject({ blocks: 1 });
    expect(await bring(within('https://b.example/'))).toMatchObject({ blocks: 1, repetitions: [] });
  });

  test('although a repository excludes the field in which they differ', async () => {
    const around = { 'own:ignoreFields': ['own:note'] };
    const noted = (note: string) => sampleEvent({ epcList: ['urn:x:noted'], 'own:note': note });
    expect(await bring(sampleDocument([noted('a'), noted('b')], around))).toMatchObject({ repetitions: [] });
  });
});

test('a repetition differs in eventID or recordTime alone, and is listed with the block of the event', async () => {
  const event = sampleEvent({ epcList: ['urn:x:again'], eventID: 'urn:uuid:1' });
  await bring(sampleDocument([event]));
  const block = (await length()) - 1;
  const repeated = [
    { ...event, eventID: 'urn:uuid:2', recordTime: '2026-03-06T00:00:00Z' },
    { ...event, action: 'DELETE' },
    event,
  ];
  expect(await bring(sampleDocument(repeated))).toMatchObject({
    blocks: 1,
    repetitions: [
      { pointer: '/epcisBody/eventList/0', block },
      { pointer: '/epcisBody/eventList/2', block },
    ],
  });
});

test('an event of an earlier version is recognized by its content', async () => {
  const event = (lot: string) =>
    sampleEvent({
      type: 'AggregationEvent',
      parentID: 'urn:x:old',
      epcList: undefined,
      childEPCs: ['urn:x:oldest'],
      'own:lot': lot,
    });
  const text = sampleDocument([event('0012')]);
  const first = await length();
  await bring(text);
  const document = validateDocument(text);
  if ('problems' in document) throw new Error('not valid');
  const blocks = document.events.flatMap((one) => eventToBlocks(one).blocks);
  for (const [i, { former }] of blocks.entries())
    await server.database.sql('update epcis_events set event_hash = $1 where block_index = $2', [
      former.byHash,
      first + i,
    ]);
  expect(await bring(text)).toMatchObject({ blocks: 0, repetitions: [{ block: first }] });
  expect(await bring(sampleDocument([event('12')]))).toMatchObject({ blocks: 2, repetitions: [] });
});

describe('the header of a document', () => {
  const masterData = (names: readonly string[]) => ({
    epcisMasterData: {
      vocabularyList: [
        {
          type: 'urn:epcglobal:epcis:vtype:Location',
          vocabularyElementList: names.map((name, i) => ({
            id: `urn:x:place:${i}`,
            attributes: [{ id: 'cbvmda:name', attribute: name }],
          })),
        },
      ],
    },
  });
  const around = {
    id: 'urn:x:document:1',
    sender: 'urn:x:sender',
    receiver: 'urn:x:receiver',
    instanceIdentifier: '17',
    'own:page': { of: 3 },
    epcisHeader: masterData(['Harbor']),
  };
  const withHeader = (changes: object, epc: string) =>
    sampleDocument([sampleEvent({ epcList: [epc] })], { ...around, ...changes });

  test('gets a block, which the events of the document name', async () => {
    const text = withHeader({}, 'urn:x:header');
    const first = await length();
    expect(await bring(text)).toMatchObject({ events: 1, blocks: 2, leftOut: [] });
    const [header, event] = await blocksFrom(first);
    const { epcisBody: _, ...whole } = JSON.parse(text);
    expect(header).toMatchObject({ action: 'epcis_header', meta: { epcisHeader: whole } });
    expect(event?.meta.epcisDocument).toBe(header?.meta.epcisDocument);
    expect(await bring(text)).toMatchObject({ blocks: 0, repetitions: [{ block: first + 1 }] });
  });

  test('that is too large for a block is divided, and a part that is too large alone is reported', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${i}`.padEnd(i === 7 ? 50_000 : 4_000, '.'));
    const text = withHeader({ epcisHeader: masterData(names), 'own:page': 'x'.repeat(60_000) }, 'urn:x:large');
    const first = await length();
    const { blocks, leftOut } = await bring(text);
    expect(leftOut.map(({ pointer }) => pointer)).toEqual([
      '/own:page',
      '/epcisHeader/epcisMasterData/vocabularyList/0/vocabularyElementList/7',
    ]);
    const parts = (await blocksFrom(first)).flatMap(({ meta }) => meta.epcisHeader ?? []);
    expect([parts.length, blocks]).toEqual([4, 5]);
    const stored = parts.flatMap((part) => elementsOf(part).map(({ attributes: [{ attribute }] }) => attribute));
    expect(stored).toEqual(names.toSpliced(7, 1));
    expect(await bring(text)).toMatchObject({ blocks: 0 });
  });

  test('without events is refused, also with an empty list of events', async () => {
    const before = await length();
    for (const text of [sampleDocument([], around), sampleDocument([], { ...around, epcisBody: {} })]) {
      const refusal = await bring(text).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AppError);
      expect((refusal as AppError).message).toContain('Nothing was stored.');
    }
    expect(await length()).toBe(before);
  });
});

describe('an identifier with a wrong check digit', () => {
  const address = 'https://id.gs1.org/01/04012345111119/21/9876';
  const event = (epcList: string[], changes = {}) =>
    sampleEvent({ epcList, readPoint: { id: 'https://id.gs1.org/414/4012345000116' }, ...changes });

  test('is stored as a web address and reported once, with its place', async () => {
    const text = sampleDocument([event([address]), event([address], { action: 'DELETE' })]);
    const { wrongCheckDigits } = await bring(text);
    expect(wrongCheckDigits.map(({ pointer }) => pointer)).toEqual([
      '/epcisBody/eventList/0/epcList/0',
      '/epcisBody/eventList/0/readPoint/id',
    ]);
    const { body } = await server.call(readAsset, { params: { assetId: address }, query: {} });
    expect(body).toMatchObject({ asset: { assetId: address } });
  });

  test('is not reported for a key, a URN, a page with a date, or a field of an extension', async () => {
    const names = [
      'https://id.gs1.org/01/04012345111118/21/9877',
      'urn:epc:id:sgtin:4012345.011111.9878',
      'https://museum.example/2024/01/20240131/vase',
    ];
    const extended = event(names, { readPoint: undefined, 'own:link': { id: address } });
    const { wrongCheckDigits } = await bring(sampleDocument([extended]));
    expect(wrongCheckDigits).toEqual([]);
  });
});

type MasterDataElement = { attributes: [{ attribute: string }] };
const elementsOf = (part: unknown): MasterDataElement[] =>
  (
    part as { epcisHeader: { epcisMasterData: { vocabularyList: { vocabularyElementList: MasterDataElement[] }[] } } }
  ).epcisHeader.epcisMasterData.vocabularyList.flatMap((one) => one.vocabularyElementList);

test.skipIf(!sharedDataIsThere)('every OpenEPCIS document can be read back from the chain', async () => {
  for (const { name, text } of [...readTestDocuments('Capture/Documents'), ...readTestDocuments('Query')]) {
    const first = await length();
    const { repetitions } = await bring(text);
    const document = validateDocument(text);
    if ('problems' in document) throw new Error(name);
    const added = await blocksFrom(first);
    const header = (await blocksFrom(1)).find(
      ({ meta }) => meta.epcisHeader && meta.epcisDocument === document.header?.name,
    );
    expect(header?.meta.epcisHeader, name).toEqual(document.header?.parts[0]);
    const again = new Set(repetitions.map(({ pointer }) => pointer));
    expect(
      added.flatMap(({ meta }) => meta.epcis ?? []),
      name,
    ).toEqual(document.events.filter(({ pointer }) => !again.has(pointer)).map(({ event }) => event));
  }
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHead } from '#domains/ledger/server/index.ts';
import { confirmIdentifier } from '#domains/participants/contract.ts';
import { insertIdentifiers } from '#domains/participants/server/index.ts';
import { listAssets, readAsset } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { sampleDocument, sampleEvent } from './fixtures/sample-event.ts';
import { readTestDocuments, sharedDataIsThere } from './fixtures/shared-data.ts';
import { importDocument } from './import-document.ts';

const journey = readFileSync(new URL('./fixtures/coffee-journey.json', import.meta.url), 'utf8');
const A1 = 'https://id.gs1.org/01/04012345111118/21/A1';
const SSCC = 'https://id.gs1.org/00/040123450000003338';
const ROASTER = 'gln-4012345000009';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const bring = (text: string, options = {}) => importDocument(server.services.trace, text, options);
const length = async () => (await readHead(server.services.database)).length;
const participants = async () =>
  (
    await server.database.sql<{ username: string; role: string }>(
      'select username, role from accounts order by username',
    )
  ).map(({ username, role }) => `${username} ${role}`);
async function refusalOf(text: string, options = {}): Promise<AppError> {
  const refusal = await bring(text, options).catch((error: unknown) => error);
  if (!(refusal instanceof AppError)) throw new Error(`was not refused: ${JSON.stringify(refusal)}`);
  return refusal;
}

describe('a document', () => {
  test('becomes blocks, with the parties and assets it names', async () => {
    const progress: number[] = [];
    const result = await bring(journey, { onProgress: (done: number) => progress.push(done) });
    expect(result).toEqual({
      events: 9,
      blocks: 14,
      repetitions: [],
      participantsIntroduced: [ROASTER, 'gln-4012345000115', 'gln-0614141000012', 'gln-0614141007776', 'epcis-import'],
      assetsIntroduced: 6,
      objectsWithoutBlock: 0,
      leftOut: [],
      wrongCheckDigits: [],
    });
    expect(progress.at(-1)).toBe(14);
    expect(await participants()).toEqual([
      'epcis-import other',
      'gln-0614141000012 retailer',
      'gln-0614141007776 manufacturer',
      'gln-4012345000009 manufacturer',
      'gln-4012345000115 other',
    ]);
  });

  test("preserves the order of each object's journey", async () => {
    const { body } = await server.call(readAsset, { params: { assetId: A1 }, query: {} });
    expect(body).toMatchObject({
      asset: {
        name: 'Highland Roast 250 g',
        batch: 'LOT-7',
        currentStatus: 'manufactured',
        custodian: ROASTER,
      },
      history: [
        {
          action: 'manufactured',
          participant: ROASTER,
          recordedBy: 'epcis-import',
          timestamp: '2026-03-01T07:00:00.500Z',
        },
        { action: 'packing' },
        { action: 'cupping_test', participant: 'epcis-import' },
        { action: 'creating_class_instance' },
      ],
    });
    const box = await server.call(readAsset, { params: { assetId: SSCC }, query: {} });
    expect(box.body).toMatchObject({
      asset: { currentStatus: 'delivered' },
      history: [
        {
          action: 'packing',
          meta: { epcis: { type: 'AggregationEvent' }, epcisContext: [{ roast: 'https://roaster.example/terms/' }] },
        },
        { action: 'shipped', participant: ROASTER, meta: { to: 'gln-0614141000012' } },
        { action: 'received', participant: 'gln-0614141000012', takenBy: 'gln-0614141000012' },
      ],
    });
  });

  test('imported again changes nothing', async () => {
    const before = await length();
    expect(await bring(journey)).toMatchObject({
      blocks: 0,
      repetitions: Array.from({ length: 9 }, (_, i) => ({ pointer: `/epcisBody/eventList/${i}` })),
      participantsIntroduced: [],
      assetsIntroduced: 0,
    });
    expect(await length()).toBe(before);
  });

  test('with the same content in another spelling is recognized', async () => {
    const event = sampleEvent({ epcList: ['urn:epc:id:sgtin:4012345.011111.Z'] });
    const same = { ...event, epcList: ['https://a.example/01/04012345111118/21/Z'], eventTime: '2026-03-04T04:06:07Z' };
    expect(await bring(sampleDocument([event, same]))).toMatchObject({ events: 2, blocks: 1, repetitions: [{}] });
  });

  test('with the same content under the address of another context is new', async () => {
    const event = sampleEvent({ epcList: ['urn:x:context'], 'own:grade': 'A' });
    const under = (address: string) =>
      sampleDocument([event], {
        '@context': [
          'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
          { own: 'https://own.example/terms/' },
          address,
        ],
      });
    const [first, second] = [under('https://own.example/first.jsonld'), under('https://own.example/second.jsonld')];
    expect(await bring(first)).toMatchObject({ blocks: 1, repetitions: [] });
    expect(await bring(second)).toMatchObject({ blocks: 1, repetitions: [] });
    expect(await bring(second)).toMatchObject({ blocks: 0, repetitions: [{}] });
  });

  test('whose import was interrupted is completed by importing it again', async () => {
    const events = Array.from({ length: 6 }, (_, i) => sampleEvent({ epcList: [`urn:x:cut:${i}`] }));
    await bring(sampleDocument(events.slice(0, 2)));
    expect(await bring(sampleDocument(events))).toMatchObject({ blocks: 4, repetitions: [{}, {}] });
    const { body } = await server.call(listAssets, { query: { search: 'urn:x:cut' } });
    expect(body).toMatchObject({ total_count: 6 });
  });

  test('leaves a valid chain', async () => {
    await server.publish();
    expect(await server.database.sql('select problem from ledger_verifier')).toEqual([{ problem: null }]);
  });
});

test('an error declaration is stored in addition to its event', async () => {
  const event = sampleEvent({ epcList: ['urn:x:wrong'] });
  const declaration = {
    ...event,
    errorDeclaration: { declarationTime: '2026-03-05T00:00:00Z', reason: 'did_not_occur' },
  };
  expect(await bring(sampleDocument([event, declaration, declaration]))).toMatchObject({
    blocks: 2,
    repetitions: [{}],
  });
  const { body } = await server.call(readAsset, { params: { assetId: 'urn:x:wrong' }, query: {} });
  expect(body).toMatchObject({
    asset: { currentStatus: 'shipped' },
    history: [{ action: 'shipped' }, { action: 'error_declaration' }],
  });
});

describe('stores nothing of a document', () => {
  test.each([
    [
      'with one invalid event among valid ones',
      [sampleEvent({ epcList: ['urn:x:n1'] }), sampleEvent({ bizStep: 'sending' })],
      '/epcisBody/eventList/1/bizStep',
    ],
    [
      'with an event that is too large for a block',
      [
        sampleEvent({ epcList: ['urn:x:n2'], readPoint: { id: 'urn:epc:id:sgln:4099999.00011.0' } }),
        sampleEvent({ 'own:text': 'x'.repeat(50_000) }),
      ],
      '/epcisBody/eventList/1',
    ],
  ])('%s', async (_, events, pointer) => {
    const [blocks, known] = [await length(), await participants()];
    const refusal = await refusalOf(sampleDocument(events));
    expect(refusal.errors?.map((one) => one.pointer)).toEqual([pointer]);
    expect(refusal.message).toContain('Nothing was stored.');
    expect([await length(), await participants()]).toEqual([blocks, known]);
  });
});

describe('the participants of a document', () => {
  test('are those with the registered identifier, in any spelling', async () => {
    const { id, username } = await server.account('shipper');
    await insertIdentifiers(server.services.database, id, ['4088888000004']);
    const event = sampleEvent({
      epcList: ['urn:x:p1'],
      sourceList: [{ type: 'owning_party', source: 'urn:epc:id:pgln:4088888.00000' }],
    });
    expect(await bring(sampleDocument([event]))).toMatchObject({ participantsIntroduced: [] });
    const { body } = await server.call(readAsset, { params: { assetId: 'urn:x:p1' }, query: {} });
    expect(body).toMatchObject({ asset: { custodian: username } });
  });

  test('are the confirmed claimant among several, and none of them before confirmation', async () => {
    const [impostor, rightful] = [await server.account('shipper'), await server.account('shipper')];
    const gln = '4033333000009';
    const claim = (id: string, spelling: string) => insertIdentifiers(server.services.database, id, [spelling]);
    const shipped = async (asset: string, from: string, to: string) => {
      const event = sampleEvent({
        epcList: [asset],
        sourceList: [{ type: 'owning_party', source: from }],
        destinationList: [{ type: 'owning_party', destination: to }],
      });
      const { participantsIntroduced } = await bring(sampleDocument([event]));
      const { asset: state, history } = (await server.call(readAsset, { params: { assetId: asset } })).body;
      return { participantsIntroduced, by: history[0]?.participant, addressee: state?.addressee };
    };
    const [party, other] = [`https://id.gs1.org/417/${gln}`, 'urn:epc:id:pgln:4012345.00000'];
    await claim(impostor.id, gln);
    expect(await shipped('urn:x:c1', party, other)).toMatchObject({ by: impostor.username });

    await claim(rightful.id, 'urn:epc:id:pgln:4033333.00000');
    const introduced = `gln-${gln}`;
    expect(await shipped('urn:x:c2', other, party)).toMatchObject({
      participantsIntroduced: [introduced],
      addressee: introduced,
    });
    expect(await shipped('urn:x:c3', party, other)).toMatchObject({ participantsIntroduced: [], by: introduced });

    await server.call(
      confirmIdentifier,
      { params: { id: rightful.id }, body: { identifier: 'urn:epc:id:pgln:4033333.00000', verified: true } },
      { as: await server.account('administrator') },
    );
    expect(await shipped('urn:x:c4', party, other)).toMatchObject({ by: rightful.username });
    expect(await shipped('urn:x:c5', other, party)).toMatchObject({ addressee: rightful.username });
  });

  test('are never matched by username alone', async () => {
    await server.account('shipper', { username: 'gln-4077777000003' });
    const event = sampleEvent({
      epcList: ['urn:x:p2'],
      sourceList: [{ type: 'owning_party', source: 'urn:epc:id:pgln:4077777.00000' }],
    });
    const { participantsIntroduced } = await bring(sampleDocument([event]));
    expect(participantsIntroduced).toEqual([expect.stringMatching(/^gln-4077777000003-[0-9a-f]{8}$/)]);
  });

  test('are the addressees of shipments to them if they are known; other shipments are open', async () => {
    const receiver = await server.account('retailer');
    await insertIdentifiers(server.services.database, receiver.id, ['4055555000001']);
    const shipTo = (asset: string, pgln: string) =>
      sampleEvent({
        epcList: [asset],
        sourceList: [{ type: 'possessing_party', source: 'urn:epc:id:pgln:4012345.00000' }],
        destinationList: [{ type: 'possessing_party', destination: `urn:epc:id:pgln:${pgln}` }],
      });
    await bring(sampleDocument([shipTo('urn:x:to', '4055555.00000'), shipTo('urn:x:open', '4044444.00000')]));
    const read = async (assetId: string) => (await server.call(readAsset, { params: { assetId } })).body.asset;
    expect(await read('urn:x:to')).toMatchObject({ inShipment: true, addressee: receiver.username });
    expect(await read('urn:x:open')).toMatchObject({ inShipment: true });
    expect(await read('urn:x:open')).not.toHaveProperty('addressee');
  });

  test('need not be named: an asset without a known holder is not protected', async () => {
    const made = sampleEvent({ epcList: ['urn:x:held'], action: 'ADD', bizStep: 'commissioning' });
    const shipped = sampleEvent({
      epcList: ['urn:x:held'],
      sourceList: [{ type: 'possessing_party', source: 'urn:epc:id:pgln:4012345.00000' }],
    });
    await bring(sampleDocument([made, shipped]));
    const { body } = await server.call(readAsset, { params: { assetId: 'urn:x:held' } });
    expect(body.history.map(({ anomalies, takenBy }) => [anomalies, takenBy])).toEqual([
      [[], undefined],
      [[], ROASTER],
    ]);
    expect(body.asset).toMatchObject({ custodian: ROASTER, currentStatus: 'shipped' });
  });

  test('default to the named participant if an event names none', async () => {
    const { username } = await server.account('retailer');
    await bring(sampleDocument([sampleEvent({ epcList: ['urn:x:p3'] })]), { as: username });
    const { body } = await server.call(readAsset, { params: { assetId: 'urn:x:p3' }, query: {} });
    expect(body).toMatchObject({ history: [{ participant: username }] });
  });

  test('must exist and be active', async () => {
    expect((await refusalOf(journey, { as: 'nobody-here' })).message).toBe('Participant nobody-here not found.');
    const { id } = await server.account('shipper');
    await insertIdentifiers(server.services.database, id, ['4066666000002']);
    await server.database.sql('update accounts set active = false where id = $1', [id]);
    const event = sampleEvent({
      epcList: ['urn:x:p4'],
      sourceList: [{ type: 'owning_party', source: 'urn:epc:id:pgln:4066666.00000' }],
    });
    expect((await refusalOf(sampleDocument([event]))).message).toContain('is not active');
  });
});

describe.skipIf(!sharedDataIsThere)('of the OpenEPCIS test documents', () => {
  test('imports all valid ones, and none twice', async () => {
    const documents = readTestDocuments('Capture/Documents');
    expect(documents).toHaveLength(38);
    for (const { text } of documents) await bring(text);
    const before = await length();
    for (const { text } of documents) expect(await bring(text)).toMatchObject({ blocks: 0 });
    expect(await length()).toBe(before);
    await server.publish();
    expect(await server.database.sql('select problem from ledger_verifier')).toEqual([{ problem: null }]);
  });

  test('stores nothing of invalid ones', async () => {
    const documents = readTestDocuments('Capture/Invalid');
    expect(documents).toHaveLength(15);
    const before = await length();
    for (const { text } of documents) expect((await refusalOf(text)).errors?.length).toBeGreaterThan(0);
    expect(await length()).toBe(before);
  });
});

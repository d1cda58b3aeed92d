import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedIn } from '#domains/trace/contract/journey/event-content.ts';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { addEvent, readAsset } from '../contract.ts';
import { importDocument } from './epcis/import-document.ts';
import { draftEvent } from './trace-block-types.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
});
afterAll(() => server.stop());

const add = async (action: string, asset_id: string, meta: object = {}) => {
  const body = { user: maker.username, action, asset_id, meta };
  const { status, problem } = await callLoosely(server.app, addEvent, { body }, { as: maker });
  return status === 200 ? status : { status, pointer: problem.errors?.[0]?.pointer, detail: problem.detail };
};
const epcis = (epc: string, lot?: string, party?: string, more: object = {}) => ({
  '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: '2026-03-04T05:06:07Z',
  epcisBody: {
    eventList: [
      {
        type: 'ObjectEvent',
        eventTime: '2026-03-04T05:06:07Z',
        eventTimeZoneOffset: '+00:00',
        action: 'ADD',
        bizStep: 'commissioning',
        epcList: [epc],
        ...(party === undefined ? {} : { sourceList: [{ type: 'owning_party', source: party }] }),
        ...(lot === undefined ? {} : { ilmd: { 'cbvmda:lotNumber': lot } }),
        ...more,
      },
    ],
  },
});
const importOf = (document: object) => importDocument(server.services.trace, JSON.stringify(document));
/** Creates an asset with any id, as an earlier version did. */
const createEarlier = (assetId: string) => {
  const about = { action: 'manufactured', participant: maker.username, role: maker.role };
  return server.services.trace.events.append({
    draft: draftEvent({ ...about, assetId, recordedBy: undefined, byAdministrator: false, meta: {} }),
    event: { ...about, assetId, happenedAt: undefined, ...describedIn({}), byAdministrator: false },
    corrects: undefined,
    recorder: { username: maker.username, administrator: false },
    introducesAssets: true,
    epcisHash: undefined,
  });
};

describe('the id of a new asset', () => {
  test.each([
    ['LOT-\u202e100-A', 'the invisible character U+202E (right-to-left override)'],
    ['LOT\u200b-1', 'the invisible character U+200B (zero-width space)'],
    ['LOT\u00a01', 'the space U+00A0 (no-break space)'],
    ['PRD-\u0410100', '“\u0410” (U+0410, Cyrillic) among Latin letters'],
    ['PRD-\uff11', '“\uff11” (U+FF11), which looks like “1”'],
    ['Cre\u0300me-1', 'composed characters (Unicode NFC): “Cr\u00e8me-1”'],
    ['..', 'which no link can lead to'],
    ['urn:x:lot:PRD\u0410', '“\u0410” (U+0410, Cyrillic) among Latin letters'],
  ])('%s is refused, and the message names the character', async (id, named) => {
    expect(await add('manufactured', id)).toEqual({
      status: 400,
      pointer: '/asset_id',
      detail: expect.stringContaining(named),
    });
    expect((await callLoosely(server.app, readAsset, { params: { assetId: id } })).status).toBe(404);
  });

  test.each([
    'Партия-2024-7',
    'ロット番号-A12',
    'دفعة-١٢',
    'https://id.gs1.org/01/09506000134352/21/7',
    'urn:epc:id:sgtin:9506000.013435.7',
    'https://example.org/лот/7',
  ])('%s is accepted', async (id) => expect(await add('manufactured', id)).toBe(200));

  test('that exists already is readable and accepts further events', async () => {
    const id = 'OLD\u200b-\u0410';
    await createEarlier(id);
    expect(await add('quality_check', id)).toBe(200);
    expect((await server.call(readAsset, { params: { assetId: id } })).status).toBe(200);
  });
});

describe('a batch', () => {
  test('that could be taken for another one is refused, in a first event and in a correction', async () => {
    expect(await add('manufactured', 'BATCHED-1', { batch: 'B\u202e1' })).toMatchObject({ pointer: '/meta/batch' });
    expect(await add('manufactured', 'BATCHED-1', { batch: 'B1' })).toBe(200);
    const { body } = await server.call(readAsset, { params: { assetId: 'BATCHED-1' } });
    const corrects = body.history.at(-1)?.blockIndex;
    expect(await add('correction', 'BATCHED-1', { corrects, batch: 'B\u200b1' })).toMatchObject({
      status: 400,
      pointer: '/meta/batch',
    });
  });
});

describe('the public text of an asset', () => {
  test.each([
    ['name', 'Seal \u202enekorb', 'the invisible character U+202E (right-to-left override)'],
    ['name', 'Crate\n7', 'the invisible character U+000A (line feed)'],
    ['category', '\u200b', 'the invisible character U+200B (zero-width space)'],
    ['location', 'Berg\u0007en', 'the invisible character U+0007'],
    ['location', '   ', 'must not be only spaces'],
  ])('a %s of %j is refused, and the message states the reason', async (field, text, named) => {
    expect(await add('manufactured', 'READ-1', { [field]: text })).toEqual({
      status: 400,
      pointer: `/meta/${field}`,
      detail: expect.stringContaining(named),
    });
  });
});

describe('an event far from now', () => {
  const stating = (eventTime: string) => epcis('urn:x:far:1', undefined, undefined, { eventTime });
  const ahead = (days: number) => new Date(server.clock() + days * 86_400_000).toISOString();

  test('is refused if it is more than a day ahead', async () => {
    expect(await add('manufactured', 'FAR-1', { timestamp: ahead(1.01) })).toMatchObject({
      status: 400,
      pointer: '/meta/timestamp',
    });
    expect(await add('manufactured', 'FAR-1', { timestamp: ahead(0.99) })).toBe(200);
  });

  test.each([
    ['9999-12-31T23:59:59Z', true],
    [undefined, true],
    ['1970-01-01T00:00:00Z', false],
  ])('in an EPCIS document, %s (or more than a year ahead), is refused: %s', async (time, refused) => {
    const imported = importOf(stating(time ?? ahead(367)));
    if (refused) await expect(imported).rejects.toThrow('/epcisBody/eventList/0/eventTime must be');
    else expect(await imported).toMatchObject({ blocks: 1 });
  });
});

describe('an EPCIS import', () => {
  test.each([
    ['an id', epcis('urn:x:lot:\u202e1')],
    ['a party', epcis('urn:x:lot:1', undefined, 'urn:x:party:\u202e1')],
    ['a batch', epcis('urn:x:lot:1', 'L\u200b7')],
    ['a place', epcis('urn:x:lot:1', undefined, undefined, { readPoint: { id: 'urn:x:dock:\u202e1' } })],
  ])('with %s that could be taken for another one stores nothing', async (_, document) => {
    await expect(importOf(document)).rejects.toMatchObject({
      message: expect.stringMatching(/invisible character U\+20.*Nothing was stored/s),
    });
  });

  test('adds events to an asset that exists already', async () => {
    const id = 'urn:x:old:\u202e1';
    await createEarlier(id);
    expect(await importOf(epcis(id))).toMatchObject({ blocks: 1, assetsIntroduced: 0 });
  });
});

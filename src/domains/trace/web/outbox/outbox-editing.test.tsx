import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { keepEntries, readEntries, removeEntries } from './outbox-database.ts';
import { newEntry } from './outbox-entry.ts';
import { tellChange } from './outbox-news.ts';
import { OutboxQueue } from './outbox-queue.tsx';
import { startSending } from './outbox-sender.ts';

const shipper: User = {
  id: '0190a1b2-0000-7000-8000-000000000003',
  username: 'fjordline',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};
const hash = 'ab'.repeat(32);
const shipped = (assetId: string): AddEventRequest => ({
  user: shipper.username,
  action: 'shipped',
  asset_id: assetId,
  meta: { location: 'Bergen' },
});

let stop = () => {};
beforeEach(async () => removeEntries((await readEntries(shipper.id)).map(({ position }) => position)));
afterEach(() => stop());

/** A chain that stores keys like the server: a repeated request gets its block, another one with the same key is refused. */
function openChain() {
  const chain: AddEventRequest[] = [];
  const byKey = new Map<string, { content: string; answer: object }>();
  const record = (key: string, body: AddEventRequest): Response => {
    const { submitted_at: _, ...said } = body;
    const content = JSON.stringify(said);
    const known = byKey.get(key);
    if (known && known.content !== content)
      return refusal(409, 'This Idempotency-Key was already used.', [], {}, 'request.idempotency_mismatch');
    if (known) return json(known.answer);
    const { action, asset_id, meta, user } = body;
    chain.push(body);
    const block = { index: chain.length, timestamp: 1_790_000_000, prev_hash: hash, hash };
    const answer = { msg: 'Recorded', block: { ...block, data: { action, asset_id, meta, role: 'shipper', user } } };
    byKey.set(key, { content, answer });
    return json(answer);
  };
  stubServer({
    'POST /api/add-event': ({ headers, body }) => record(headers.get('idempotency-key') ?? '', body as AddEventRequest),
  });
  return { chain, record };
}

const away = { status: 0, message: "Couldn't reach the server." };
const begin = () => {
  stop = startSending(shipper.id, () => {});
};
async function edit(place: string) {
  const { user } = await renderApp(<OutboxQueue user={shipper} />);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const location = await screen.findByLabelText(/^Location/);
  await user.clear(location);
  await user.type(location, place);
  return user;
}

test('no event is sent while it is edited, and the edit is sent once it is saved', async () => {
  const { chain } = openChain();
  await keepEntries([newEntry({ key: 'first', account: shipper.id, body: shipped('A-1') }, Date.now())]);
  const user = await edit('Oslo');
  await keepEntries([newEntry({ key: 'other', account: shipper.id, body: shipped('B-1') }, Date.now())]);
  begin();
  await user.click(screen.getByRole('button', { name: 'Send All Now' }));
  await waitFor(() => expect(chain.map(({ asset_id }) => asset_id)).toEqual(['B-1']));
  expect((screen.getByLabelText(/^Location/) as HTMLInputElement).value).toBe('Oslo');
  await user.click(screen.getByRole('button', { name: 'Save and Send' }));
  await waitFor(() => expect(chain.map(({ meta }) => meta['location'])).toEqual(['Bergen', 'Oslo']));
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
});

test('an event can be edited during an attempt, and the form opens once the attempt has failed', async () => {
  let fail = (_: Response) => {};
  let attempts = 0;
  const first = new Promise<Response>((resolve) => {
    fail = resolve;
  });
  stubServer({
    'POST /api/add-event': () => {
      attempts += 1;
      return first;
    },
  });
  await keepEntries([newEntry({ key: 'tried', account: shipper.id, body: shipped('A-5') }, Date.now())]);
  begin();
  const { user } = await renderApp(<OutboxQueue user={shipper} />);
  expect(await screen.findByText('sending')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByText('It is being sent, or edited in another tab.')).toBeTruthy();
  fail(refusal(503, 'The database could not be reached.'));
  const location = (await screen.findByLabelText(/^Location/)) as HTMLInputElement;
  expect(location.value).toBe('Bergen');
  expect(attempts).toBe(1);
});

test('an event whose edit is abandoned is sent unchanged', async () => {
  const { chain } = openChain();
  await keepEntries([newEntry({ key: 'left', account: shipper.id, body: shipped('A-2') }, Date.now())]);
  const user = await edit('Oslo');
  begin();
  tellChange();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(chain.map(({ meta }) => meta['location'])).toEqual(['Bergen']));
});

test('an edit after a lost response becomes a correction of the recorded event, not a second event', async () => {
  const { chain, record } = openChain();
  record('lost', shipped('A-3'));
  await keepEntries([newEntry({ key: 'lost', account: shipper.id, body: shipped('A-3') }, Date.now(), away)]);
  const user = await edit('Oslo');
  begin();
  await user.click(screen.getByRole('button', { name: 'Save and Send' }));
  const item = within(await screen.findByRole('listitem', { name: /A-3/ }));
  expect(await item.findByText(/already recorded in block/)).toBeTruthy();
  expect(item.getByRole('link', { name: /1/ })).toBeTruthy();
  expect(screen.queryByText(/Idempotency-Key/)).toBeNull();
  expect(chain).toHaveLength(1);
  await user.click(item.getByRole('button', { name: 'Record the Correction' }));
  await waitFor(() => expect(chain).toHaveLength(2));
  expect(chain[1]).toMatchObject({
    action: 'correction',
    asset_id: 'A-3',
    meta: { location: 'Oslo', action: 'shipped', corrects: 1 },
  });
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
});

test('an edit of an event whose attempts never arrived is recorded once, with the new values', async () => {
  const { chain } = openChain();
  await keepEntries([newEntry({ key: 'never', account: shipper.id, body: shipped('A-4') }, Date.now(), away)]);
  const user = await edit('Oslo');
  begin();
  await user.click(screen.getByRole('button', { name: 'Save and Send' }));
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
  expect(chain.map(({ meta }) => meta['location'])).toEqual(['Oslo']);
});

test('an edit with metadata that cannot be parsed is not saved', async () => {
  const { chain } = openChain();
  await keepEntries([newEntry({ key: 'first', account: shipper.id, body: shipped('A-1') }, Date.now())]);
  const user = await edit('Oslo');
  const metadata = screen.getByLabelText(/^Additional Metadata/);
  await user.type(metadata, 'just words');
  await user.click(screen.getByRole('button', { name: 'Save and Send' }));
  await waitFor(() => expect(document.activeElement).toBe(metadata));
  expect((await readEntries(shipper.id)).map(({ body }) => body.meta)).toEqual([{ location: 'Bergen' }]);
  await user.clear(metadata);
  await user.type(metadata, 'seal:X');
  await user.click(screen.getByRole('button', { name: 'Save and Send' }));
  begin();
  await waitFor(() => expect(chain.map(({ meta }) => meta)).toEqual([{ location: 'Oslo', seal: 'X' }]));
});

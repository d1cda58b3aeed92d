import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { readEntries } from '../outbox/outbox-database.ts';
import { discard } from '../outbox/use-outbox.ts';
import { EventForm } from './event-form.tsx';

const shipper: User = {
  id: '0190a1b2-0000-7000-8000-000000000002',
  username: 'fjordline',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};

async function recordOn(assetId: string, answer: () => Response) {
  stubServer({ 'POST /api/add-event': answer });
  const { user } = await renderApp(<EventForm user={shipper} variant="event" begin={{ action: 'shipped' }} />);
  await user.type(screen.getByLabelText(/^Asset ID/), assetId);
  await user.click(screen.getByRole('button', { name: 'Add to Blockchain' }));
}

const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};

test('an event without an answer waits because the server could not be reached', async () => {
  await recordOn('LOST-1', noAnswer);
  expect(await screen.findByText(/^Couldn't reach the server\. Your event is saved/)).toBeTruthy();
});

test('an event that the server cannot record now is not reported as an unreachable server', async () => {
  await recordOn('BUSY-1', () => refusal(503, 'The database is not available right now.'));
  expect(await screen.findByText(/^The server can't record events right now\. Your event is saved/)).toBeTruthy();
  expect(screen.queryByText(/Couldn't reach the server/)).toBeNull();
});

test('an event waits behind an earlier one of its asset', async () => {
  await recordOn('LOST-1', noAnswer);
  expect(await screen.findByText(/^An earlier event of this asset has not been sent yet\./)).toBeTruthy();
});

test('a discarded event is no longer shown as waiting', async () => {
  await recordOn('GONE-1', noAnswer);
  await screen.findByText(/^Couldn't reach the server\. Your event is saved/);
  await discard((await readEntries(shipper.id)).filter(({ body }) => body.asset_id === 'GONE-1'));
  expect(await screen.findByText('This event was discarded. It was not recorded.')).toBeTruthy();
  expect(screen.queryByText(/Your event is saved/)).toBeNull();
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { setRecordingNotices } from '#platform/web/recording-notices.tsx';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { EventForm } from './event-form.tsx';

const maker: User = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'acme-coffee',
  role: 'manufacturer',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};
const hash = 'ab'.repeat(32);
const recorded = () =>
  json({
    msg: 'Recorded',
    block: {
      index: 12,
      timestamp: 1_790_000_000,
      prev_hash: hash,
      hash,
      data: { action: 'shipped', asset_id: 'HLX-1', meta: {}, role: 'manufacturer', user: 'acme-coffee' },
    },
  });

const show = async (change: { variant?: 'event' | 'asset' } = {}) => {
  const { user } = await renderApp(<EventForm user={maker} variant={change.variant ?? 'event'} />);
  const submit = () => user.click(screen.getByRole('button', { name: 'Add to Blockchain' }));
  return { user, submit };
};
const field = (label: RegExp) => screen.getByLabelText(label);
const errorOf = (label: RegExp) => {
  const ids = (field(label).getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)).find((each) => each?.role === 'alert')?.textContent;
};
const events = (sent: ReturnType<typeof stubServer>) => sent.filter(({ path }) => path === '/api/add-event');

test('shows at its top why the account may not record now', async () => {
  stubServer({});
  setRecordingNotices([async () => ({ default: () => <p>Suspended</p> })]);
  await show();
  const notice = await screen.findByText('Suspended');
  expect(notice.compareDocumentPosition(field(/^Asset ID/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  setRecordingNotices([]);
});

test('names every missing field, focuses the first, and sends nothing', async () => {
  const sent = stubServer({});
  const { submit } = await show();
  await submit();
  expect(errorOf(/^Action Type/)).toBe('Action is required');
  expect(errorOf(/^Asset ID/)).toBe('Asset ID is required');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Action Type/)));
  expect(events(sent)).toEqual([]);
});

test('checks the fields by the contract before anything is sent', async () => {
  const sent = stubServer({});
  const { user, submit } = await show({ variant: 'asset' });
  await user.click(field(/^Asset ID/));
  await user.paste('x'.repeat(201));
  expect(errorOf(/^Asset ID/)).toBe('Asset ID must be at most 200 characters. Remove 1 character.');
  await submit();
  expect(errorOf(/^Asset ID/)).toBe('Asset ID must be at most 200 characters');
  expect(events(sent)).toEqual([]);
});

test('explains how to enter coordinates, a quantity and its unit', async () => {
  const sent = stubServer({});
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX-1');
  await user.type(field(/^Position/), 'somewhere');
  await user.type(field(/^Quantity/), '400');
  await submit();
  expect(errorOf(/^Position/)).toBe('Enter latitude and longitude in degrees, such as 60.39, 5.32');
  expect(errorOf(/^Unit/)).toBe('Choose the unit of the quantity');
  await user.clear(field(/^Quantity/));
  await user.type(field(/^Quantity/), 'many');
  await submit();
  expect(errorOf(/^Quantity/)).toBe('Enter a number, such as 400');
  expect(events(sent)).toEqual([]);
});

test('shows the server’s error at its field until that field is edited', async () => {
  stubServer({
    'POST /api/add-event': () =>
      refusal(400, 'The event was refused.', [{ pointer: '/asset_id', message: 'Asset ID may not contain spaces' }]),
  });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX 1');
  await submit();
  await waitFor(() => expect(errorOf(/^Asset ID/)).toBe('Asset ID may not contain spaces'));
  expect(await screen.findAllByText(/The event was refused\./)).toHaveLength(1);
  expect(screen.getAllByText('Asset ID may not contain spaces')).toHaveLength(1);
  await user.type(field(/^Location/), 'Bergen');
  expect(errorOf(/^Asset ID/)).toBe('Asset ID may not contain spaces');
  await user.type(field(/^Asset ID/), '2');
  expect(errorOf(/^Asset ID/)).toBeUndefined();
});

test('sends the typed values, shows the block, and starts over with an empty form', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), ' HLX-1 ');
  await user.type(field(/^Location/), 'Bergen');
  await user.type(field(/^Additional Metadata/), 'temperature:4');
  await submit();
  expect(await screen.findByRole('heading', { name: 'Recorded in block #12' })).toBeTruthy();
  expect(events(sent).map(({ body }) => body)).toEqual([
    { user: 'acme-coffee', action: 'shipped', asset_id: 'HLX-1', meta: { location: 'Bergen', temperature: '4' } },
  ]);
  const receipt = within(screen.getByRole('region', { name: 'Recorded in block #12' }));
  expect(receipt.getByText('Shipped')).toBeTruthy();
  expect(receipt.getByRole('link', { name: 'HLX-1' }).getAttribute('href')).toBe('/assets/HLX-1');
  expect((field(/^Asset ID/) as HTMLInputElement).value).toBe('');
});

test('sends the addressee of a handover, and of no other action', async () => {
  const retailer = {
    id: maker.id,
    username: 'bergen-shop',
    role: 'retailer',
    status: 'active',
    eventCount: 0,
    address: '0x',
    identifiers: [],
    unverifiedIdentifiers: [],
  };
  const sent = stubServer({
    'POST /api/add-event': recorded,
    'GET /api/participants-list': () => json([{ ...retailer, createdAt: maker.createdAt }]),
  });
  const { user, submit } = await show();
  await user.type(field(/^Asset ID/), 'HLX-1');
  expect(screen.queryByLabelText(/^To/)).toBeNull();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^To/), 'ber');
  await user.click(await screen.findByRole('option', { name: /bergen-shop/ }));
  expect(
    screen.getByText('Only bergen-shop can receive it. It stays in custody of acme-coffee until then.'),
  ).toBeTruthy();
  await user.selectOptions(field(/^Action Type/), 'quality_check');
  await submit();
  await screen.findByRole('heading', { name: 'Recorded in block #12' });
  await user.type(field(/^Asset ID/), 'HLX-1');
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^To/), 'ber');
  await user.click(await screen.findByRole('option', { name: /bergen-shop/ }));
  await submit();
  await waitFor(() => expect(events(sent)).toHaveLength(2));
  expect(events(sent).map(({ body }) => (body as { meta: object }).meta)).toEqual([{}, { to: 'bergen-shop' }]);
});

test('an addressee that was typed and not chosen is neither dropped nor recorded', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded, 'GET /api/participants-list': () => json([]) });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^To/), 'nobody');
  await user.type(field(/^Asset ID/), 'HLX-1');
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(field(/^To/)));
  expect((field(/^To/) as HTMLInputElement).value).toBe('nobody');
  await waitFor(() => expect(errorOf(/^To/)).toMatch(/clear the field\.$/));
  await user.click(screen.getByRole('button', { name: 'Save as Draft' }));
  expect((field(/^To/) as HTMLInputElement).value).toBe('nobody');
  expect(events(sent)).toEqual([]);
  await user.clear(field(/^Participant/));
  await user.type(field(/^Participant/), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Clear Form' }));
  expect((field(/^Participant/) as HTMLInputElement).value).toBe('acme-coffee');
});

test('metadata that cannot be parsed is neither dropped nor recorded', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX-1');
  const metadata = field(/^Additional Metadata/) as HTMLTextAreaElement;
  for (const text of ['kept below 4 degrees', '{"temperature":4, "carrier":"Fjordline"']) {
    await user.clear(metadata);
    await user.click(metadata);
    await user.paste(text);
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(metadata));
    expect(errorOf(/^Additional Metadata/)).toMatch(/^This isn't valid metadata/);
    expect(metadata.value).toBe(text);
    expect(events(sent)).toEqual([]);
  }
  await user.paste('}');
  expect(errorOf(/^Additional Metadata/)).toBeUndefined();
  await submit();
  await waitFor(() => expect(events(sent)).toHaveLength(1));
  expect(events(sent)[0]?.body).toMatchObject({ meta: { temperature: 4, carrier: 'Fjordline' } });
});

test('the focus goes to the receipt, and to a refusal of no single field', async () => {
  let answer = () => refusal(409, 'Not now.');
  stubServer({ 'POST /api/add-event': () => answer() });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX-1');
  const holdsFocus = (element: HTMLElement) =>
    document.activeElement !== document.body && document.activeElement?.contains(element);
  for (let time = 0; time < 2; time++) {
    await submit();
    await waitFor(() => expect(holdsFocus(screen.getByRole('alert'))).toBe(true));
  }
  answer = recorded;
  await submit();
  const receipt = await screen.findByRole('heading', { name: 'Recorded in block #12' });
  await waitFor(() => expect(holdsFocus(receipt)).toBe(true));
});

test('retries a rejected event with the same idempotency key, and a changed one with a new key', async () => {
  const sent = stubServer({ 'POST /api/add-event': () => refusal(400, 'Not now.') });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX-1');
  await submit();
  await waitFor(() => expect(events(sent)).toHaveLength(1));
  await submit();
  await waitFor(() => expect(events(sent)).toHaveLength(2));
  await user.type(field(/^Asset ID/), '2');
  await submit();
  await waitFor(() => expect(events(sent)).toHaveLength(3));
  const [first, second, third] = events(sent).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('restores the form after a reload, and keeps a saved draft until it is resumed', async () => {
  stubServer({});
  const { user } = await show();
  await user.type(field(/^Asset ID/), 'HLX-7');
  cleanup();
  const again = await show();
  expect((field(/^Asset ID/) as HTMLInputElement).value).toBe('HLX-7');
  await again.user.click(screen.getByRole('button', { name: 'Save as Draft' }));
  expect((field(/^Asset ID/) as HTMLInputElement).value).toBe('');
  cleanup();
  const once = await show();
  expect(document.activeElement).toBe(field(/^Participant/));
  await once.user.click(screen.getByRole('button', { name: /Resume/ }));
  expect((field(/^Asset ID/) as HTMLInputElement).value).toBe('HLX-7');
});

test('creates a new asset with its first event', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded });
  const { user, submit } = await show({ variant: 'asset' });
  expect(screen.queryByLabelText(/^Action Type/)).toBeNull();
  await user.type(field(/^Asset ID/), 'HLX-9');
  await user.type(field(/^Name/), 'Espresso');
  await user.type(field(/^Made from/), 'HLX-1, HLX-2');
  await submit();
  await screen.findByRole('heading', { name: 'Recorded in block #12' });
  expect(events(sent)[0]?.body).toEqual({
    user: 'acme-coffee',
    action: 'manufactured',
    asset_id: 'HLX-9',
    meta: { name: 'Espresso', inputs: ['HLX-1', 'HLX-2'] },
  });
});

test('asks for a review before sending if the account prefers it', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded });
  const { user, submit } = await show();
  await user.click(screen.getByLabelText(/review/i));
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX-1');
  await submit();
  const review = await screen.findByRole('dialog', { name: 'Review before recording' });
  expect(events(sent)).toEqual([]);
  await user.click(within(review).getByRole('button', { name: 'Add to Blockchain' }));
  expect(await screen.findByRole('heading', { name: 'Recorded in block #12' })).toBeTruthy();
});

test('sample values of a template are recorded only after the review that names them', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded });
  const { user, submit } = await show();
  await user.click(screen.getByRole('button', { name: 'Manufacturing' }));
  await user.type(field(/^Asset ID/), 'HLX-1');
  await submit();
  const review = await screen.findByRole('dialog', { name: 'Review before recording' });
  expect(within(review).getByText(/batch: BATCH-001/)).toBeTruthy();
  expect(events(sent)).toEqual([]);
  await user.click(within(review).getByRole('button', { name: 'Add to Blockchain' }));
  await waitFor(() => expect(events(sent)).toHaveLength(1));
});

test('a message at its field is not repeated in the alert of the form', async () => {
  const message = 'Asset ID may not contain spaces';
  stubServer({ 'POST /api/add-event': () => refusal(400, message, [{ pointer: '/asset_id', message }]) });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'HLX 1');
  await submit();
  await waitFor(() => expect(errorOf(/^Asset ID/)).toBe(message));
  const form = within(screen.getByTestId('page'));
  expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([message]);
});

test('words between backticks in a refusal are shown as code', async () => {
  stubServer({ 'POST /api/add-event': () => refusal(404, 'Asset NOPE not found. Record `manufactured` first.') });
  const { user, submit } = await show();
  await user.selectOptions(field(/^Action Type/), 'shipped');
  await user.type(field(/^Asset ID/), 'NOPE');
  await submit();
  const form = within(screen.getByTestId('page'));
  const alert = await form.findByText(/Asset NOPE not found/);
  expect(within(alert).getByText('manufactured').tagName).toBe('CODE');
  expect(document.body.textContent).not.toContain('`');
});

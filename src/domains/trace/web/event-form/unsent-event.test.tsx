import { cleanup, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { draftsOf } from './drafts.ts';
import { EventForm } from './event-form.tsx';
import { blankValues, type EventValues } from './event-values.ts';

const maker: User = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'acme-coffee',
  role: 'manufacturer',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};

/** Opens the form as another page or a reload does, after whatever was open. */
const open = async (begin?: Partial<EventValues>) => {
  cleanup();
  const { user } = await renderApp(
    <StrictMode>
      <EventForm user={maker} variant="event" begin={begin} />
    </StrictMode>,
  );
  return user;
};
const valueIn = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
const drafts = () => {
  const list = screen.queryByRole('region', { name: 'Drafts' });
  return list === null
    ? []
    : within(list)
        .getAllByRole('button', { name: /^Delete the draft/ })
        .map((button) => button.getAttribute('aria-label')?.replace('Delete the draft ', ''));
};
const saved = 'Your unsent event was saved as a draft';

beforeEach(() => {
  localStorage.clear();
  stubServer({});
});

test('an unsent event is saved as a draft when the form is opened for another asset', async () => {
  const user = await open({ assetId: 'HLX-1' });
  await user.type(screen.getByLabelText(/^Location/), 'Bergen');
  await user.type(screen.getByLabelText(/^Additional Metadata/), 'seal:X');
  await open({ assetId: 'HLX-2', action: 'shipped' });
  expect(valueIn(/^Asset ID/)).toBe('HLX-2');
  expect(valueIn(/^Location/)).toBe('');
  expect(drafts()).toEqual(['HLX-1 · Bergen']);
  expect((await screen.findAllByText(saved)).length).toBeGreaterThan(0);
  await (await open()).click(screen.getByRole('button', { name: 'Resume' }));
  expect([valueIn(/^Asset ID/), valueIn(/^Location/), valueIn(/^Additional Metadata/)]).toEqual([
    'HLX-1',
    'Bergen',
    'seal:X',
  ]);
});

test('an event of the same asset is continued, unless the form is opened for another action', async () => {
  const user = await open({ assetId: 'HLX-1' });
  await user.selectOptions(screen.getByLabelText(/^Action Type/), 'shipped');
  await user.type(screen.getByLabelText(/^Location/), 'Bergen');
  await open({ assetId: 'HLX-1' });
  expect([valueIn(/^Action Type/), valueIn(/^Location/)]).toEqual(['shipped', 'Bergen']);
  expect(drafts()).toEqual([]);
  await open({ assetId: 'HLX-1', action: 'quality_check' });
  expect([valueIn(/^Action Type/), valueIn(/^Location/)]).toEqual(['quality_check', '']);
  expect(drafts()).toEqual(['HLX-1 · shipped · Bergen']);
});

test('a form in which nothing was typed does not become a draft', async () => {
  await open({ assetId: 'HLX-1', action: 'shipped' });
  await open({ assetId: 'HLX-2' });
  expect(valueIn(/^Asset ID/)).toBe('HLX-2');
  await open({ assetId: 'HLX-3' });
  expect(drafts()).toEqual([]);
});

test('an unsent event is saved as a draft when another draft is resumed', async () => {
  const user = await open({ assetId: 'HLX-1' });
  await user.type(screen.getByLabelText(/^Location/), 'Bergen');
  const again = await open({ assetId: 'HLX-2' });
  await again.type(screen.getByLabelText(/^Location/), 'Oslo');
  await again.click(screen.getByRole('button', { name: 'Resume' }));
  expect([valueIn(/^Asset ID/), valueIn(/^Location/)]).toEqual(['HLX-1', 'Bergen']);
  expect(drafts()).toEqual(['HLX-2 · Oslo']);
});

test('a deleted draft and a cleared form can be taken back', async () => {
  const user = await open({ assetId: 'HLX-1' });
  await user.type(screen.getByLabelText(/^Location/), 'Bergen');
  const again = await open({ assetId: 'HLX-2' });
  await again.click(screen.getByRole('button', { name: /^Delete the draft/ }));
  expect(drafts()).toEqual([]);
  await again.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(drafts()).toEqual(['HLX-1 · Bergen']);

  await again.type(screen.getByLabelText(/^Location/), 'Oslo');
  await again.click(screen.getByRole('button', { name: 'Clear Form' }));
  expect([valueIn(/^Asset ID/), valueIn(/^Location/)]).toEqual(['', '']);
  await screen.findByText('Form cleared');
  await again.click(screen.getByRole('button', { name: 'Undo' }));
  expect([valueIn(/^Asset ID/), valueIn(/^Location/)]).toEqual(['HLX-2', 'Oslo']);
});

test('many drafts leave the form in reach', async () => {
  for (let n = 1; n <= 5; n++) {
    const user = await open({ assetId: `HLX-${n}` });
    await user.type(screen.getByLabelText(/^Location/), 'Bergen');
  }
  const user = await open({ assetId: 'HLX-6' });
  expect(drafts()).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Show all 5 drafts' }));
  expect(drafts()).toHaveLength(5);
});

test.each([
  [19, undefined],
  [20, /You have 21 drafts\. Resume or delete some/],
])('a form put aside beside %i drafts says when they are more than can be saved', async (count, warning) => {
  const kept = draftsOf(`${maker.id}:event`);
  for (let n = 0; n < count; n++) kept.save({ ...blankValues('', 'event'), assetId: 'HLX-0' }, n);
  const user = await open({ assetId: `HLX-${count}` });
  await user.type(screen.getByLabelText(/^Location/), 'Bergen');
  await open({ assetId: 'HLX-2' });
  const told = await screen.findByText(new RegExp(`^Resume it under Drafts: HLX-${count}`));
  if (warning === undefined) expect(told.textContent).not.toMatch(/You have/);
  else expect(told.textContent).toMatch(warning);
});

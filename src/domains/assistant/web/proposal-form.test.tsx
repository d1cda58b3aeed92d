import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProposalBlock } from '#domains/assistant/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { ProposalForm } from './proposal-form.tsx';

const hash = 'ab'.repeat(32);
const recorded = () =>
  json({ msg: 'Recorded', block: { index: 12, timestamp: 1_790_000_000, prev_hash: hash, hash, data: {} } });

const propose = async (proposal: ProposalBlock, confirm: string) => {
  const { user } = await renderApp(<ProposalForm proposal={proposal} writeKey="key-1" />);
  return { user, confirm: () => user.click(screen.getByRole('button', { name: confirm })) };
};
const proposeEvent = (values: { action?: string; location?: string } = {}) =>
  propose(
    {
      kind: 'proposal',
      write: 'event',
      values: { user: 'acme-coffee', action: 'shipped', asset_id: 'HLX-1', location: '', ...values },
    },
    'Add to Blockchain',
  );

test('records nothing until it is confirmed, then records the values of the fields, under the key of the proposal', async () => {
  const sent = stubServer({ 'POST /api/add-event': recorded });
  const { user, confirm } = await proposeEvent();
  await user.type(screen.getByLabelText(/^Location/), ' Bergen ');
  expect(sent).toEqual([]);
  await confirm();
  expect(await screen.findByText(/Recorded in block/)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    { user: 'acme-coffee', action: 'shipped', asset_id: 'HLX-1', meta: { location: 'Bergen' } },
  ]);
  expect(sent[0]?.headers.get('idempotency-key')).toBe('key-1');
});

test('names missing values, and sends nothing', async () => {
  const sent = stubServer({});
  const { user, confirm } = await proposeEvent({ action: '' });
  await user.clear(screen.getByLabelText('Asset ID'));
  await confirm();
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual([
      'Action is required',
      'Asset ID is required',
    ]),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Action Type')));
  expect(sent).toEqual([]);
});

test('shows a refusal at its field, or above the button if it is about no field', async () => {
  const refusals = [
    refusal(409, 'The asset HLX-1 already exists.', [{ pointer: '/asset_id', message: 'The asset already exists' }]),
    refusal(403, 'Your role does not allow this.'),
  ];
  const sent = stubServer({ 'POST /api/add-event': () => refusals.shift() as Response });
  const { user, confirm } = await proposeEvent();
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe('The asset already exists');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Asset ID')));
  await user.type(screen.getByLabelText('Asset ID'), '2');
  await waitFor(() => expect(screen.queryByText('The asset already exists')).toBeNull());
  await confirm();
  await waitFor(() => expect(sent).toHaveLength(2));
  const form = screen.getByLabelText('Asset ID').closest('form');
  await waitFor(() => expect(form?.textContent).toContain('Your role does not allow this.'));
});

test('registers a proposed participant with the role that is chosen last', async () => {
  const participant = { id: '0190a1b2-0000-7000-8000-000000000002', username: 'north-dock', role: 'retailer' };
  const sent = stubServer({ 'POST /api/register': () => json({ msg: 'Registered', participant }, 201) });
  const values = { user: 'north-dock', role: '' };
  const { user, confirm } = await propose({ kind: 'proposal', write: 'participant', values }, 'Add Participant');
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe('Role is required');
  await user.selectOptions(screen.getByLabelText('Role'), 'retailer');
  await confirm();
  expect((await screen.findAllByText('north-dock has been registered as retailer.')).length).toBeGreaterThan(0);
  expect(sent.map(({ body }) => body)).toEqual([{ user: 'north-dock', role: 'retailer' }]);
});

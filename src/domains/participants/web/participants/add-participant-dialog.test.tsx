import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import AddParticipantDialog from './add-participant-dialog.tsx';

const open = async () => {
  const onClose = vi.fn();
  const { user } = await renderApp(<AddParticipantDialog onClose={onClose} />);
  return { user, onClose, add: () => user.click(screen.getByRole('button', { name: 'Add Participant' })) };
};

test('requires a username and a role, and sends nothing without them', async () => {
  const sent = stubServer({});
  const { add, onClose } = await open();
  await add();
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual([
      'Username is required',
      'Role is required',
    ]),
  );
  expect(sent).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('registers the participant without a password, confirms it and closes', async () => {
  const participant = { id: '0190a1b2-0000-7000-8000-000000000002', username: 'north-dock', role: 'shipper' };
  const sent = stubServer({ 'POST /api/register': () => json({ msg: 'Registered', participant }, 201) });
  const { user, add, onClose } = await open();
  await user.type(screen.getByLabelText('Username'), ' north-dock ');
  await user.selectOptions(screen.getByLabelText('Role'), 'shipper');
  await add();
  expect(await screen.findByText('Participant Added Successfully')).toBeTruthy();
  expect(screen.getByText('north-dock has been registered as shipper.')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ user: 'north-dock', role: 'shipper' }]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('stays open with the error at its field, and retries with the same idempotency key', async () => {
  const sent = stubServer({
    'POST /api/register': () =>
      refusal(409, 'Username is taken', [{ pointer: '/user', message: 'This username is taken' }]),
  });
  const { user, add, onClose } = await open();
  await user.type(screen.getByLabelText('Username'), 'north-dock');
  await user.selectOptions(screen.getByLabelText('Role'), 'shipper');
  await add();
  expect((await screen.findByRole('alert')).textContent).toBe('This username is taken');
  expect(await screen.findByText('Failed to Add Participant')).toBeTruthy();
  await add();
  await waitFor(() => expect(sent).toHaveLength(2));
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(onClose).not.toHaveBeenCalled();
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { CorrectionForm } from './correction-form.tsx';
import type { RecordedEvent } from './correction-values.ts';

const shipper: User = {
  id: '0190a1b2-0000-7000-8000-000000000003',
  username: 'fjordline',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};
const event: RecordedEvent = {
  index: 12,
  assetId: 'HLX-1',
  user: shipper.username,
  action: 'shipped',
  meta: { location: 'Bergen', carrier: 'Rail' },
  happenedAt: '2026-03-02T08:00:00.000Z',
};
const hash = 'ab'.repeat(32);

test('metadata that cannot be parsed is neither dropped nor recorded, unless the event is retracted', async () => {
  const sent = stubServer({
    'POST /api/add-event': ({ body }) =>
      json({ msg: 'Recorded', block: { index: 13, timestamp: 1_790_000_000, prev_hash: hash, hash, data: body } }),
  });
  const events = () => sent.filter(({ path }) => path === '/api/add-event').map(({ body }) => body);
  const { user } = await renderApp(<CorrectionForm user={shipper} event={event} />);
  const metadata = screen.getByLabelText(/^Additional Metadata/) as HTMLTextAreaElement;
  await user.clear(metadata);
  await user.click(metadata);
  await user.paste('{"carrier":"Road", "seal":"X"');
  await user.click(screen.getByRole('button', { name: 'Record the Correction' }));
  await waitFor(() => expect(document.activeElement).toBe(metadata));
  expect(screen.getByRole('alert').textContent).toMatch(/^This isn't valid metadata/);
  expect(metadata.value).toBe('{"carrier":"Road", "seal":"X"');
  expect(events()).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Retract the event' }));
  await user.click(screen.getByRole('button', { name: 'Record the Correction' }));
  await waitFor(() => expect(events()).toHaveLength(1));
  expect(events()[0]).toMatchObject({ action: 'correction', meta: { corrects: 12 } });
});

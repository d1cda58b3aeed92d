import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Participant } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { participantColumns } from './participant-columns.tsx';

const username = 'a-very-long-username-of-a-company-with-many-words-in-it-64-letters';
const participant = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username,
  role: 'shipper',
  status: 'active',
  eventCount: 3,
  createdAt: '2026-03-01T08:00:00.000Z',
  address: '0x0000000000000000000000000000000000000001',
} as unknown as Participant;

test('a long username is shown in full at any width', async () => {
  stubServer({});
  await renderApp(
    <DataTable
      name="Participants"
      columns={participantColumns(null, true, () => undefined)}
      rows={[participant]}
      rowKey={({ id }) => id}
      empty={null}
    />,
  );
  for (const link of screen.getAllByRole('link', { name: username }))
    expect(link.closest('[class*="truncate"]')).toBeNull();
});

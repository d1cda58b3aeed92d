import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdministeredAccount } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { AccountIdentifiers } from './account-identifiers.tsx';

const [open, settled] = ['4012345000115', 'urn:epc:id:pgln:4012345.00000'];
const account: AdministeredAccount = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  signsIn: false,
  secondFactor: false,
  passkeys: 0,
  identifiers: [
    { identifier: open, verified: false, otherClaims: 2 },
    { identifier: settled, verified: true, otherClaims: 0 },
  ],
  sessions: 0,
  createdAt: '2026-03-01T08:00:00.000Z',
};
const path = `PATCH /api/admin/accounts/${account.id}/identifiers`;
const claimOf = (identifier: string) =>
  within(screen.getAllByRole('listitem').find((item) => within(item).queryByText(identifier)) as HTMLElement);

test('shows which claims are verified, and how many others claim the identifier', async () => {
  stubServer({});
  await renderApp(<AccountIdentifiers account={account} mayChange={false} />);
  expect(claimOf(open).getByText('Unverified')).toBeTruthy();
  expect(claimOf(open).getByText('2 other claims')).toBeTruthy();
  expect(claimOf(settled).getByText('Verified')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('confirms an unverified claim and withdraws a verified one', async () => {
  const sent = stubServer({ [path]: () => json(account) });
  const { user } = await renderApp(<AccountIdentifiers account={account} mayChange />);
  await user.click(screen.getByRole('button', { name: `Confirm ${open}` }));
  expect(await screen.findByText('Identifier confirmed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Withdraw ${settled}` }));
  expect(await screen.findByText('Confirmation withdrawn')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    { identifier: open, verified: true },
    { identifier: settled, verified: false },
  ]);
});

test('shows why the server refused', async () => {
  stubServer({ [path]: () => refusal(409, 'This identifier is confirmed for acme. Withdraw that first.') });
  const { user } = await renderApp(<AccountIdentifiers account={account} mayChange />);
  await user.click(screen.getByRole('button', { name: `Confirm ${open}` }));
  expect(await screen.findByText('This identifier is confirmed for acme. Withdraw that first.')).toBeTruthy();
  expect(screen.queryByText('Identifier confirmed')).toBeNull();
});

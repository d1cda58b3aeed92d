import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { IssueForm } from './issue-form.tsx';

const user = { id: 'account-1', username: 'ann', role: 'government' } as User;
const nothing = () => undefined;
const show = (propertyId?: string) =>
  renderApp(<IssueForm user={user} propertyId={propertyId} onSelect={nothing} onShow={nothing} />);
const review = () => screen.getByRole('button', { name: 'Review and Issue' });
/** The part of the form right before the one with the button. */
const besideButton = () => review().closest('form > *')?.previousElementSibling?.textContent;

test('shows beside the button why nothing is issued', async () => {
  stubServer({});
  const { user: reader } = await show();
  await reader.click(review());
  expect(besideButton()).toContain('Choose a property first.');
});

test('shares without an answer may have been issued, and are shown once they are', async () => {
  let isLost = true;
  const issued = {
    ...{ contractAddress: `0x${'ef'.repeat(20)}`, txHash: `0x${'4f'.repeat(32)}`, txStatus: 'queued' },
    ...{ tokenId: '7', network: 'Local ledger chain', isLocal: true, propertyId: 'HB-1' },
    block: { index: 90, hash: 'ab'.repeat(32) },
  };
  stubServer({
    'POST /api/nft/fractionalize': () => (isLost ? Promise.reject(new TypeError('Failed to fetch')) : json(issued)),
  });
  const { user: reader } = await show('HB-1');
  const issue = async () => {
    await reader.click(review());
    await reader.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Issue Shares' }));
  };
  await issue();
  await screen.findByText(/No answer: the shares may have been issued\./);
  expect(besideButton()).toContain('No answer');
  expect(besideButton()).not.toContain('Failed');
  isLost = false;
  await issue();
  const answer = await screen.findByRole('region', { name: 'Shares issued' });
  expect(document.activeElement?.contains(answer)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

import { useSearch } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { accountOf, billingAnswers, chargeOf, plans, subscriptionOf, trialOf } from './billing.fixture.ts';
import type { SubscriptionSearch } from './billing-search.ts';
import { SubscriptionScreen } from './subscription-screen.tsx';

const user = { id: 'account-1', username: 'ann', role: 'manufacturer' } as User;
const show = (search: SubscriptionSearch = {}) => renderApp(<SubscriptionScreen search={search} user={user} />);
const buttons = async () => {
  const list = await screen.findByRole('list', { name: 'Plans' });
  await within(list).findByRole('link', { name: 'Contact Sales' });
  return within(list)
    .getAllByRole('button')
    .map((button) => button.textContent);
};
const isDisabled = (tab: string) => (screen.getByRole('tab', { name: tab }) as HTMLButtonElement).disabled;

test('offers the trial of each priced plan without a subscription, and opens no other tab', async () => {
  stubServer(billingAnswers({ account: { canTry: true } }));
  await show({ tab: 'usage' });
  expect(await buttons()).toEqual(['Start Free Trial', 'Start Free Trial', 'Start Free Trial']);
  expect(screen.getByRole('link', { name: 'Contact Sales' }).getAttribute('href')).toMatch(/^mailto:sales@/);
  expect(['Current Plan', 'Billing History', 'Usage'].map(isDisabled)).toEqual([true, true, true]);
  expect(screen.getByText(/You have no subscription yet\./)).toBeTruthy();
});

test('offers every other plan with a subscription, marks the current one, and shows when a smaller one applies', async () => {
  stubServer(billingAnswers({ subscription: subscriptionOf({ userCount: 5 }) }));
  await show();
  expect(await buttons()).toEqual(['Upgrade to Starter', 'Current Plan', 'Upgrade to Business']);
  const smaller = screen.getByRole('button', { name: 'Upgrade to Starter', description: /^A smaller plan than yours/ });
  expect(smaller).toBeTruthy();
  expect(screen.getAllByText(/^A smaller plan than yours/)).toHaveLength(1);
  expect(isDisabled('Billing History')).toBe(false);
});

test('shows who pays for a member of a team, which cannot start a trial and can leave', async () => {
  const state: { account: object } = { account: { paidBy: 'harrow-bay' } };
  const sent = stubServer({
    ...billingAnswers(state),
    'POST /api/subscription/team/leave': () => {
      state.account = { canTry: true };
      return json({ left: true });
    },
  });
  const { user: reader } = await show({ tab: 'current' });
  expect(await screen.findByText('harrow-bay')).toBeTruthy();
  const list = await screen.findByRole('list', { name: 'Plans' });
  await within(list).findByRole('link', { name: 'Contact Sales' });
  for (const button of within(list).getAllByRole('button')) expect((button as HTMLButtonElement).disabled).toBe(true);
  await reader.click(screen.getByRole('button', { name: 'Leave Team' }));
  expect(await screen.findByText('You Left the Team')).toBeTruthy();
  expect(sent.filter(({ path }) => path === '/api/subscription/team/leave')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('harrow-bay')).toBeNull());
});

test('cancels with or without a reason, after showing the end date', async () => {
  const subscription = subscriptionOf({ trialEnd: '2026-01-01T10:00:00.000Z' });
  const sent = stubServer({
    ...billingAnswers({ subscription }),
    'PATCH /api/subscription/subscription': () => json({ subscription, plan: plans[1] }),
  });
  const { user: reader } = await show({ tab: 'current' });
  for (const reason of [undefined, 'Too expensive.']) {
    await reader.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the subscription?' }));
    expect(dialog.getByText(/Dec(ember)? 7, 2026/)).toBeTruthy();
    if (reason !== undefined) await reader.type(dialog.getByLabelText('Reason (optional)'), ` ${reason} `);
    await reader.click(dialog.getByRole('button', { name: 'Cancel at Period End' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const change = { cancelAtPeriodEnd: true, ...(reason === undefined ? {} : { cancelReason: reason }) };
    expect(sent.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual(change);
  }
});

test('offers to subscribe once the trial was used', async () => {
  stubServer(billingAnswers({ subscription: trialOf({ status: 'expired', endedAt: '2026-12-07T10:00:00.000Z' }) }));
  await show();
  expect(await buttons()).toEqual(['Subscribe to Starter', 'Subscribe to Professional', 'Subscribe to Business']);
  expect(screen.getByText(/and nothing was charged/)).toBeTruthy();
});

test('offers a member of a team neither a trial nor a subscription', async () => {
  stubServer(billingAnswers({ account: { paidBy: 'acme' } }));
  await show();
  expect(await buttons()).toEqual(['Start Free Trial', 'Start Free Trial', 'Start Free Trial']);
  for (const button of screen.getAllByRole('button', { name: 'Start Free Trial' }))
    expect((button as HTMLButtonElement).disabled).toBe(true);
});

test('starts the trial with the numbers of the estimator, and reloads the subscription', async () => {
  const state: { subscription?: object; account: object } = { account: { canTry: true } };
  const sent = stubServer({
    ...billingAnswers(state),
    'POST /api/subscription/trial': () => {
      state.subscription = trialOf({ planId: 'business' });
      return json({ subscription: state.subscription, plan: plans[2] });
    },
  });
  const { user: reader } = await show({ users: 120, cycle: 'monthly' });
  const list = await screen.findByRole('list', { name: 'Plans' });
  const [, , business] = await within(list).findAllByRole('button', { name: 'Start Free Trial' });
  await waitFor(() => expect((business as HTMLButtonElement).disabled).toBe(false));
  await reader.click(business as HTMLElement);
  expect(await screen.findByText('Trial Started')).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/subscription/trial')?.body).toEqual({
    ...{ planId: 'business', userCount: 120, assetCount: 100, billingCycle: 'monthly' },
  });
  expect(await screen.findByText(/^Your trial ends on/)).toBeTruthy();
});

test('shows why a trial did not start', async () => {
  stubServer({
    ...billingAnswers({ account: { canTry: true } }),
    'POST /api/subscription/trial': () => refusal(409, 'The trial was already used.', [], {}, 'billing.trial_used'),
  });
  const { user: reader } = await show();
  const list = await screen.findByRole('list', { name: 'Plans' });
  const [starter] = await within(list).findAllByRole('button', { name: 'Start Free Trial' });
  await waitFor(() => expect((starter as HTMLButtonElement).disabled).toBe(false));
  await reader.click(starter as HTMLElement);
  expect(await screen.findByText('Failed to Start Trial')).toBeTruthy();
  // In the toast, and for screen readers.
  expect(screen.getAllByText(/The trial was already used\./).length).toBeGreaterThan(0);
});

/** Follows the address, as the page does. */
const FollowedScreen = () => <SubscriptionScreen search={useSearch({ strict: false })} user={user} />;
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('a trial whose answer was lost is reported as started, and the focus stays on the page', async () => {
  const state: { subscription?: object; account: object } = { account: { canTry: true } };
  stubServer({
    ...billingAnswers(state),
    'POST /api/subscription/trial': () => {
      state.subscription = trialOf({ planId: 'starter' });
      return lost();
    },
  });
  const { user: reader } = await renderApp(<FollowedScreen />);
  const list = await screen.findByRole('list', { name: 'Plans' });
  const [starter] = await within(list).findAllByRole('button', { name: 'Start Free Trial' });
  await waitFor(() => expect((starter as HTMLButtonElement).disabled).toBe(false));
  await reader.click(starter as HTMLElement);
  expect(await screen.findByText('Trial Started')).toBeTruthy();
  expect(screen.queryByText('Failed to Start Trial')).toBeNull();
  const panel = await screen.findByRole('tabpanel', { name: 'Current Plan' });
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
});

test('a change whose answer was lost is reported as made, not offered again for nothing', async () => {
  const state = { subscription: subscriptionOf(), preview: { now: chargeOf(123.45) as object | null } };
  stubServer({
    ...billingAnswers(state),
    'PATCH /api/subscription/subscription': () => {
      state.subscription = subscriptionOf({ planId: 'business' });
      state.preview.now = null;
      return lost();
    },
  });
  const { user: reader } = await show();
  await reader.click(await screen.findByRole('button', { name: 'Upgrade to Business' }));
  await reader.click(await screen.findByRole('button', { name: 'Confirm, $123.45 Due Now' }));
  expect(await screen.findByText('Subscription Updated')).toBeTruthy();
  expect(screen.queryByText('Update Failed')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('while the server does not answer, a change may have been made; once it answers, it is not offered again', async () => {
  const state = { subscription: subscriptionOf(), preview: { now: chargeOf(123.45) as object | null } };
  let isAway = false;
  const answers = billingAnswers(state);
  const reading = 'GET /api/subscription/subscription';
  stubServer({
    ...answers,
    [reading]: (request) => (isAway ? lost() : (answers[reading]?.(request) ?? lost())),
    'PATCH /api/subscription/subscription': () => {
      state.subscription = subscriptionOf({ planId: 'business' });
      isAway = true;
      return lost();
    },
  });
  const { user: reader, queryClient } = await show();
  await reader.click(await screen.findByRole('button', { name: 'Upgrade to Business' }));
  await reader.click(await screen.findByRole('button', { name: 'Confirm, $123.45 Due Now' }));
  expect(await screen.findByText('No Answer')).toBeTruthy();
  isAway = false;
  await queryClient.refetchQueries({ queryKey: ['billing', 'subscription'] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Change to Business' }));
  expect(await dialog.findByText(/^Your subscription has these terms already/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Confirm/ })).toBeNull();
});

test('makes a change for the amount shown only, and shows the amount that is due instead', async () => {
  const state = { subscription: subscriptionOf(), preview: { now: chargeOf(123.45), next: chargeOf(999) } };
  const sent = stubServer({
    ...billingAnswers(state),
    'PATCH /api/subscription/subscription': () => {
      state.preview.now = chargeOf(150);
      return refusal(409, '$150.00 is due for this change now.', [], {}, 'billing.amount_changed');
    },
  });
  const { user: reader } = await show();
  await reader.click(await screen.findByRole('button', { name: 'Upgrade to Business' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change to Business' }));
  await reader.click(await dialog.findByRole('button', { name: 'Confirm, $123.45 Due Now' }));
  expect(await screen.findByText('Update Failed')).toBeTruthy();
  const change = { planId: 'business', billingCycle: 'annual', userCount: 20, assetCount: 100 };
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ ...change, amount: 123.45 });
  expect(await dialog.findByRole('button', { name: 'Confirm, $150.00 Due Now' })).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/subscription/preview')?.body).toEqual(change);
});

test('leads to the billing details if a change needs them', async () => {
  stubServer({
    ...billingAnswers({ subscription: subscriptionOf() }),
    'POST /api/subscription/preview': () => refusal(409, 'No details', [], {}, 'billing.details_missing'),
  });
  const { user: reader } = await show();
  await reader.click(await screen.findByRole('button', { name: 'Upgrade to Business' }));
  const link = await screen.findByRole('link', { name: 'Add Billing Details' });
  expect(link.getAttribute('href')).toBe('/subscription?tab=current#billing-details');
});

test('shows the overdue amount with its consequence, and the end of a canceled period', async () => {
  stubServer(
    billingAnswers({
      subscription: subscriptionOf({ cancelAtPeriodEnd: true }),
      account: accountOf({ overdue: 50, readOnlySince: '2026-11-20T10:00:00.000Z' }),
    }),
  );
  await show();
  expect(await screen.findByText('$50.00 is overdue.')).toBeTruthy();
  expect(screen.getByText(/nothing new can be recorded/)).toBeTruthy();
  expect(screen.getByText(/^Your subscription ends at the period end/)).toBeTruthy();
});

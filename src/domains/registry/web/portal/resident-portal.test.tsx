import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, type SentRequest, stubServer } from '#platform/web/testing/stub-server.ts';
import { ResidentPortal } from './resident-portal.tsx';

const user: User = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'land-bank',
  role: 'resident',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};
afterEach(() => vi.unstubAllGlobals());

const property = (propertyId: string, taxOwed: number) => ({
  id: propertyId,
  propertyId,
  address: `${propertyId} Road`,
  status: 'active',
  assessedValue: 100,
  assessedValueFormatted: '$1.00',
  taxOwed,
  taxOwedFormatted: `$${taxOwed / 100}.00`,
  metadata: { neighborhood: 'Old Harbor', squareFootage: 1, propertyType: 'residential' },
});
const PAGES = [[property('HB-1', 0), property('HB-2', 0)], [property('HB-3', 5000)]];

/** Answers pages of two of a resident's three properties, or one property. */
function answer({ query }: SentRequest) {
  const wanted = query.get('property');
  const page = Number(query.get('page') ?? 1);
  const properties = wanted ? PAGES.flat().filter((one) => one.propertyId === wanted) : (PAGES[page - 1] ?? []);
  const totals = { totalProperties: 3, totalOwnerships: 3, totalTaxOwed: 5000, totalAssessedValue: 300 };
  return json({
    properties,
    pagination: paginate({ total: 3, page, limit: 2 }),
    ...totals,
    propertiesOwing: 1,
    ownerships: [],
  });
}
const open = (search: object) => {
  stubServer({ [`GET /api/participants/${user.id}/properties`]: answer });
  return renderApp(<ResidentPortal search={search} user={user} />);
};

test('lists further properties on further pages', async () => {
  const { user: person, router } = await open({});
  const pages = within(await screen.findByRole('navigation', { name: 'Properties: pages' }));
  expect(pages.getByText('Page 1 of 2')).toBeTruthy();
  await person.click(pages.getByRole('button', { name: 'Next' }));
  expect(router.state.location.search).toMatchObject({ list: 2 });
});

test('shows the page of the address', async () => {
  await open({ list: 2 });
  await screen.findByText('HB-3 Road');
  expect(screen.queryByText('HB-1 Road')).toBeNull();
});

test('offers to pay a property of another page, and does not call its tax paid', async () => {
  await open({ tab: 'pay', property: 'HB-3' });
  const chosen = await screen.findByLabelText<HTMLSelectElement>('Property');
  expect(chosen.value).toBe('HB-3');
});

test('names the other properties that owe tax if none of this page does', async () => {
  await open({ tab: 'pay' });
  await screen.findByText(/^Nothing is owed on the properties of this page, but on 1 other\./);
});

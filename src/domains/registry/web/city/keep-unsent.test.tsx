import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Appeal, TaxRates } from '#domains/registry/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { AppealForm } from '../portal/appeal-form.tsx';
import { DecideForm } from './decide-form.tsx';
import { RatesFormCard } from './rates-form.tsx';

const appealable = { year: 2026, assessedCents: 10_000_000, until: '2026-12-01T00:00:00.000Z' };
const appealOf = (propertyId: string) => <AppealForm propertyId={propertyId} appealable={appealable} />;
const open = async (form: ReactNode) => {
  cleanup();
  return (await renderApp(form)).user;
};
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

test('keeps the text of an appeal for its property until it is filed', async () => {
  stubServer({
    'POST /api/detroit/properties/HB-0001-001/appeals': () =>
      json({ appealId: '0190a1b2-0000-4000-8000-000000000001', blockIndex: 7 }),
  });
  const user = await open(appealOf('HB-0001-001'));
  await user.type(field('The right value, dollars'), '80,000');
  await user.type(field('Why it is too high'), 'The roof leaks.');
  await open(appealOf('HB-0002-002'));
  expect(field('Why it is too high').value).toBe('');
  const again = await open(appealOf('HB-0001-001'));
  expect(field('The right value, dollars').value).toBe('80,000');
  expect(field('Why it is too high').value).toBe('The roof leaks.');
  await again.click(screen.getByRole('button', { name: 'File Appeal' }));
  await screen.findByText('Appeal Filed');
  await open(appealOf('HB-0001-001'));
  expect(field('Why it is too high').value).toBe('');
});

test('keeps the text of a closed or refused decision', async () => {
  const appeal = { appealId: 'a-1', propertyId: 'HB-0001-001', year: 2026, requestedCents: 100 } as Appeal;
  const form = <DecideForm appeal={appeal} onDone={() => undefined} />;
  stubServer({ 'POST /api/detroit/appeals/a-1/decision': () => refusal(503, 'Unavailable') });
  const user = await open(form);
  await user.type(field('Reason'), 'Comparable houses are assessed alike.');
  const again = await open(form);
  expect(field('Reason').value).toBe('Comparable houses are assessed alike.');
  await again.click(screen.getByRole('button', { name: 'Deny the Appeal' }));
  await screen.findByRole('alert');
  await open(form);
  expect(field('Reason').value).toBe('Comparable houses are assessed alike.');
});

test('keeps typed rates with the lines that were added', async () => {
  stubServer({});
  const form = <RatesFormCard newest={undefined as (TaxRates & { year: number }) | undefined} thisYear={2026} />;
  const user = await open(form);
  await user.type(screen.getByPlaceholderText('Schools'), 'City');
  await user.click(screen.getByRole('button', { name: 'Add a line' }));
  await user.type(screen.getAllByPlaceholderText('Schools')[1] as Element, 'Library');
  await open(form);
  await waitFor(() => expect(screen.getAllByPlaceholderText('Schools')).toHaveLength(2));
  expect(screen.getAllByPlaceholderText('Schools').map((one) => (one as HTMLInputElement).value)).toEqual([
    'City',
    'Library',
  ]);
});

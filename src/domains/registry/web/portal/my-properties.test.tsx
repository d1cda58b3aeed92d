import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Property } from '#domains/registry/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { MyProperties } from './my-properties.tsx';

const property = (propertyId: string) =>
  ({
    propertyId,
    address: `${propertyId} Road`,
    status: 'active',
    assessedValue: 100,
    assessedValueFormatted: '$1.00',
    taxOwed: 5000,
    taxOwedFormatted: '$50.00',
  }) as Property;
const ownership = (propertyId: string, numerator: number) => ({
  id: 'p',
  propertyId,
  fraction: numerator / 2,
  shares: { numerator, denominator: 2 },
  acquiredAt: '2026-03-02T10:00:00.000Z',
  transferTx: null,
});

test('marks the amount owed on a partly owned property as that of the whole', async () => {
  await renderApp(
    <MyProperties
      properties={[property('HB-1'), property('HB-2')]}
      ownerships={[ownership('HB-1', 1), ownership('HB-2', 2)]}
      onPay={() => undefined}
      onPayAll={undefined}
    />,
  );
  const [, partly, wholly] = screen.getAllByRole('row') as HTMLElement[];
  expect(within(partly as HTMLElement).getByText('for the whole property; your part is 1/2')).toBeTruthy();
  expect(wholly?.textContent).not.toContain('whole property');
});

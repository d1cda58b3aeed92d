import { expect, test } from 'vitest';
import { describeTitleBlock } from './describe-title-block.ts';

const paid = {
  action: 'registry.tax_paid',
  property_id: 'HB-0001-001',
  amount_cents: 2610,
  method_fee_cents: 60,
  parts: [
    { property_id: 'HB-0001-001', amount_cents: 2550 },
    { property_id: 'HB-0002-002', amount_cents: 0 },
  ],
};

test('leaves out amounts of zero', () => {
  const late = { action: 'registry.tax_charged', penalty_cents: 0, interest_cents: 120 };
  expect(describeTitleBlock(late, 'HB-0001-001')).toBe('Late: interest $1.20');
  const land = { action: 'registry.assessed', year: 2026, land_cents: 5_000_000, building_cents: 0 };
  expect(describeTitleBlock(land, 'HB-0001-001')).toBe('Assessed for 2026: land $50,000.00');
  const both = { ...land, action: 'registry.appeal_granted', building_cents: 100 };
  expect(describeTitleBlock(both, 'HB-0001-001')).toBe(
    'Appeal granted, reassessed for 2026: land $50,000.00, building $1.00',
  );
});

test('states whose credit a reversal takes back from an heir', () => {
  const taken = { from: 'HB-0001-001', property_id: 'HB-0001-001A', amount_cents: 2550 };
  const reversed = {
    action: 'registry.payment_reversed',
    property_id: 'HB-0001-001',
    amount_cents: 2550,
    taken_from: [taken],
  };
  expect(describeTitleBlock(reversed, 'HB-0001-001')).toBe('Payment taken back: $25.50');
  expect(describeTitleBlock(reversed, 'HB-0001-001A')).toBe('Credit of HB-0001-001 taken back: $25.50');
});

test('states that a payment for several properties paid nothing on this one', () => {
  expect(describeTitleBlock(paid, 'HB-0001-001')).toBe('Tax paid: $25.50');
  expect(describeTitleBlock(paid, 'HB-0002-002')).toBe(
    'Tax paid: nothing on this property, together with one other property',
  );
});

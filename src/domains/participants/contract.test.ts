import { describe, expect, test } from 'vitest';
import { holds, permissions, type Role } from './contract.ts';

/** The table of the specification and of the product decisions, written down by hand once more. */
const expected: Record<string, readonly string[]> = {
  'record manufactured': ['manufacturer'],
  'record shipped': ['manufacturer', 'shipper'],
  'record handling': ['manufacturer', 'shipper', 'retailer'],
  'record for anyone': ['administrator'],
  'register participant': ['manufacturer', 'other'],
  'read audit trail': ['manufacturer', 'other'],
  'validate chain': ['manufacturer', 'other'],
  'test api': ['manufacturer', 'other'],
  'read observability': ['manufacturer', 'other'],
  'import events': ['manufacturer', 'administrator'],
  'read administration': ['other', 'administrator'],
  administer: ['administrator'],
};

const roles: readonly Role[] = ['manufacturer', 'shipper', 'retailer', 'other', 'resident', 'government'];

describe('the permission table', () => {
  test('says what the specification says, word for word', () => {
    expect(permissions).toEqual(expected);
  });

  test.each(Object.entries(expected))('%s is held by those roles and by nobody else', (capability, holders) => {
    for (const role of roles)
      for (const administrator of [false, true])
        expect({ role, administrator, holds: holds({ role, administrator }, capability as never) }).toEqual({
          role,
          administrator,
          holds: holders.includes(role) || (administrator && holders.includes('administrator')),
        });
  });
});

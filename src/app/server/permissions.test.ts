import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { capability, holds, mayHold, opensTo, type Role } from '#domains/participants/contract.ts';
import { assembleCapabilities } from '#platform/contract/assemble-capabilities.ts';
import { assembleTools, tool } from '#platform/contract/assistant-vocabulary.ts';
import { capabilities } from './domains.ts';

/** The table of the specification and the product decisions, repeated by hand. */
const expected: Record<string, readonly string[]> = {
  'record manufactured': ['manufacturer'],
  'record shipped': ['manufacturer', 'shipper'],
  'record handling': ['manufacturer', 'shipper', 'retailer'],
  'open events': ['manufacturer', 'shipper', 'retailer', 'administrator'],
  'record for anyone': ['administrator'],
  'correct event': ['administrator'],
  'register participant': ['manufacturer', 'other'],
  'edit participant': ['administrator'],
  'read audit trail': ['manufacturer', 'other'],
  'validate chain': ['manufacturer', 'other'],
  'cancel validation': ['administrator'],
  'test api': ['manufacturer', 'other'],
  'read observability': ['manufacturer', 'other'],
  'open administration': ['other', 'auditor', 'administrator'],
  'read administration': ['auditor', 'administrator'],
  administer: ['administrator'],
  'run registry': ['government'],
  'reconcile payments': ['government', 'administrator'],
  'open resident portal': ['resident', 'government'],
  'claim property with a code': ['resident'],
  'appeal assessments': ['resident'],
  'issue shares': ['resident', 'government'],
  'decide who may receive shares': ['resident', 'government'],
  'bind wallets': ['manufacturer', 'shipper', 'retailer', 'other', 'resident'],
  'handle cash': ['administrator'],
  'administer billing': ['administrator'],
};

const roles: readonly Role[] = ['manufacturer', 'shipper', 'retailer', 'other', 'resident', 'government'];

describe('the permission table', () => {
  test('matches the specification', () => {
    expect(Object.fromEntries(capabilities.map(({ name, heldBy }) => [name, heldBy]))).toEqual(expected);
  });

  test.each(capabilities)('only the listed roles and flags hold "$name"', (declared) => {
    const holders = expected[declared.name] ?? [];
    for (const role of roles)
      for (const marks of [[], ['auditor'], ['administrator'], ['auditor', 'administrator']]) {
        const [administrator, auditor] = [marks.includes('administrator'), marks.includes('auditor')];
        expect({ role, marks, holds: holds({ role, administrator, auditor }, declared) }).toEqual({
          role,
          marks,
          holds: [role, ...marks].some((holder) => holders.includes(holder)),
        });
      }
  });

  test('hides exactly the routes that require a capability from visitors', () => {
    const [first] = capabilities;
    expect(opensTo(null, {})).toBe(true);
    expect(opensTo(null, { capability: first! })).toBe(false);
    expect(opensTo({ role: 'manufacturer', administrator: false }, { capability: first! })).toBe(true);
  });
});

describe('a capability over a scope', () => {
  const levy = capability({ name: 'levy', title: 'Levy', heldBy: ['government'], ownersOf: 'municipality' });
  const ours = { kind: 'municipality', owners: ['clerk-id', 'clerk'] };
  const resident = { role: 'resident', administrator: false } as const;

  test('is held by the owners of that scope, by id or username, and of no other scope', () => {
    expect(holds({ ...resident, id: 'clerk-id' }, levy, ours)).toBe(true);
    expect(holds({ ...resident, username: 'clerk' }, levy, ours)).toBe(true);
    expect(holds({ ...resident, id: 'someone' }, levy, ours)).toBe(false);
    expect(holds({ ...resident, id: 'clerk-id' }, levy, { ...ours, kind: 'property' })).toBe(false);
    expect(holds({ ...resident, id: 'clerk-id' }, levy)).toBe(false);
  });

  test('is held over every scope by its roles, and a route admits anyone who may own one', () => {
    expect(holds({ role: 'government', administrator: false }, levy, ours)).toBe(true);
    expect(mayHold(resident, levy)).toBe(true);
    expect(mayHold(resident, capability({ name: 'audit', title: 'Audit', heldBy: ['other'] }))).toBe(false);
  });
});

describe('assembling the product', () => {
  const one = capability({ name: 'one', title: 'One', heldBy: ['other'] });
  const route = { method: 'GET', path: '/x', access: { may: one } } as const;

  test('rejects a capability that two domains declare', () => {
    expect(() => assembleCapabilities([[one], [{ ...one }]])).toThrow('Two domains declare the capability "one"');
  });

  test('rejects an assistant tool that two domains declare', () => {
    const read = { ...route, tag: 'X', summary: 'Read', response: z.object({}) };
    const declared = { read_x: tool(read, 'Read', 'Reads it.') };
    expect(assembleTools([declared])).toEqual(declared);
    expect(() => assembleTools([declared, declared])).toThrow('Two domains declare the tool "read_x"');
  });

  test('rejects a route with an undeclared capability', () => {
    expect(assembleCapabilities([[one]], [route])).toEqual([one]);
    expect(() => assembleCapabilities([[]], [route])).toThrow('GET /x names the capability "one"');
    expect(() => assembleCapabilities([[{ ...one }]], [route])).toThrow('which no domain declares');
  });
});

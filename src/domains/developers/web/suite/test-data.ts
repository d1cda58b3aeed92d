import type { TestData } from './suite-steps.ts';

/** Generates unique names for one run, marked as test data, and a password that is never shown. */
export function newTestData(now: number, random: (length: number) => Uint8Array): TestData {
  const stamp = `${now.toString(36)}-${hex(random(3))}`;
  const username = `api-test-${stamp}`;
  return {
    username,
    email: `${username}@example.com`,
    password: hex(random(24)),
    assetId: `API-TEST-${stamp.toUpperCase()}`,
  };
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

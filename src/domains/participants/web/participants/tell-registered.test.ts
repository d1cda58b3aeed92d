import { expect, test } from 'vitest';
import { readToasts } from '#platform/web/ui/feedback/toast-store.ts';
import { tellNotRegistered, tellRegistered } from './tell-registered.ts';

test('a registered participant is told with its role', () => {
  tellRegistered('acme', 'shipper');
  expect(readToasts()).toMatchObject([
    { title: 'Participant Added Successfully', description: 'acme has been registered as shipper.', tone: 'success' },
  ]);
});

test('a refused one is told in the server’s words, and without any in ours', () => {
  tellNotRegistered(new Error('The username acme is taken.'));
  expect(readToasts()).toMatchObject([
    { title: 'Failed to Add Participant', description: 'The username acme is taken.', tone: 'failure' },
  ]);
  tellNotRegistered(new Error(''));
  expect(readToasts()).toMatchObject([{ description: 'An error occurred while adding the participant.' }]);
});

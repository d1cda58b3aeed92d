import { expect, test } from 'vitest';
import { readToasts } from '#platform/web/ui/feedback/toast-store.ts';
import { tellNotRegistered, tellRegistered } from './tell-registered.ts';

test('reports a registered participant with its role', () => {
  tellRegistered('acme', 'shipper');
  expect(readToasts()).toMatchObject([
    { title: 'Participant Added Successfully', description: 'acme has been registered as shipper.', tone: 'success' },
  ]);
});

test('reports a failure with the server’s message, or a default one', () => {
  tellNotRegistered(new Error('The username acme is taken.'));
  expect(readToasts()).toMatchObject([
    { title: 'Failed to Add Participant', description: 'The username acme is taken.', tone: 'failure' },
  ]);
  tellNotRegistered(new Error(''));
  expect(readToasts()).toMatchObject([{ description: 'An error occurred while adding the participant.' }]);
});

import { expect, test } from 'vitest';
import { readToasts } from '#platform/web/ui/feedback/toast-store.ts';
import { tellNotRecorded, tellRecorded } from './tell-recorded.ts';

test('reports a recorded event with its block', () => {
  tellRecorded(7);
  expect(readToasts()).toMatchObject([
    { title: 'Event Added Successfully', description: 'Block #7 has been added to the blockchain.', tone: 'success' },
  ]);
});

test('reports a failure with the server’s message, or a default one', () => {
  tellNotRecorded(new Error('No such asset.'));
  expect(readToasts()).toMatchObject([
    { title: 'Failed to Add Event', description: 'No such asset.', tone: 'failure' },
  ]);
  tellNotRecorded(new Error(''));
  expect(readToasts()).toMatchObject([{ description: 'An error occurred while adding the event.' }]);
});

import { expect, test } from 'vitest';
import type { ParcelInput } from '#domains/registry/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import type { RollRow } from './read-roll.ts';
import { createRollSender, describeOutcomes, describeSent } from './send-roll.ts';

const rowsOf = (first: number, length: number): RollRow[] =>
  Array.from({ length }, (_, n) => ({ line: first + n, parcel: { propertyId: `HB-${first + n}` } as ParcelInput }));
const words = { unit: 'Line', columns: { propertyType: 'Land use', squareFootage: 'Sq ft' } } as const;
const chunks = [rowsOf(2, 3), rowsOf(5, 3), rowsOf(8, 2), rowsOf(10, 1)];

test('every row is sent once, in order, and rejections keep their line', async () => {
  const sent: string[] = [];
  const sender = createRollSender(
    chunks,
    async (chunk) => {
      sent.push(...chunk.map(({ parcel }) => parcel.propertyId));
      return chunk.map(({ parcel, line }) => ({
        propertyId: parcel.propertyId,
        ...(line === 6 ? { outcome: 'rejected' as const, problem: 'Too fine' } : { outcome: 'registered' as const }),
      }));
    },
    () => undefined,
    words,
  );
  await sender.start();
  expect(sent).toEqual(chunks.flat().map(({ parcel }) => parcel.propertyId));
  expect(sender.progress()).toMatchObject({
    state: 'done',
    sent: 9,
    total: 9,
    outcomes: { registered: 8, rejected: 1 },
    rejected: [{ line: 6, propertyId: 'HB-6', problem: 'Too fine' }],
  });
});

test('a lost connection stops it with the reason, and continuing sends the rest, the failed request included', async () => {
  let fails = true;
  const answered: string[] = [];
  const states: string[] = [];
  const sender = createRollSender(
    chunks,
    async (chunk) => {
      if (fails && chunk[0]?.line === 8) throw new Error("Couldn't reach the server");
      answered.push(...chunk.map(({ parcel }) => parcel.propertyId));
      return chunk.map(({ parcel }) => ({ propertyId: parcel.propertyId, outcome: 'unchanged' as const }));
    },
    () => states.push(sender.progress().state),
    words,
  );
  await sender.start();
  expect(sender.progress()).toMatchObject({ state: 'stopped', error: "Couldn't reach the server" });
  fails = false;
  await sender.start();
  expect(sender.progress()).toMatchObject({ state: 'done', sent: 9, error: undefined });
  expect(answered.toSorted()).toEqual(
    chunks
      .flat()
      .map(({ parcel }) => parcel.propertyId)
      .toSorted(),
  );
  expect(states.at(-1)).toBe('done');
});

test('stopping sends nothing more', async () => {
  let sent = 0;
  const sender = createRollSender(
    chunks,
    async (chunk) => {
      sent += 1;
      sender.stop();
      return chunk.map(({ parcel }) => ({ propertyId: parcel.propertyId, outcome: 'registered' as const }));
    },
    () => undefined,
    words,
  );
  await sender.start();
  expect(sent).toBeLessThanOrEqual(2);
  expect(sender.progress().state).toBe('stopped');
});

test('names lines and columns of the file when the server refuses a request', async () => {
  const errors = [
    { in: 'body' as const, pointer: '/parcels/1/squareFootage', message: 'parcels.1.squareFootage must be at least 0' },
    { in: 'body' as const, pointer: '/parcels/2/propertyType', message: 'Not a use' },
  ];
  const sender = createRollSender(
    chunks.slice(0, 1),
    () => Promise.reject(new ApiError({ status: 400, code: 'request.invalid', message: 'Invalid body', errors })),
    () => undefined,
    words,
  );
  await sender.start();
  expect(sender.progress().error).toBe('Line 3: Sq ft must be at least 0. Line 4: Land use: Not a use.');
});

test('states what was sent, and separately what was registered, rejected and not sent', async () => {
  const sender = createRollSender(
    [rowsOf(2, 4)],
    async (chunk) =>
      chunk.map(({ parcel, line }) => ({
        propertyId: parcel.propertyId,
        outcome: line === 2 ? ('registered' as const) : ('rejected' as const),
      })),
    () => undefined,
    words,
  );
  await sender.start();
  expect(describeSent(sender.progress())).toBe('4 of 4 sent');
  expect(describeOutcomes(sender.progress(), 0)).toBe('1 registered, 0 corrected, 0 unchanged, 3 rejected.');
  expect(describeOutcomes(sender.progress(), 2)).toMatch(/3 rejected, 2 not sent\.$/);
});

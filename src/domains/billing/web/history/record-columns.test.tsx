import { expect, test } from 'vitest';
import { recordColumns } from './record-columns.tsx';

test('a phone shows what is left to pay of an invoice, and when it is due', () => {
  const onPhone = recordColumns.filter(({ phone }) => phone !== 'none').map(({ id }) => id);
  expect(onPhone).toEqual(expect.arrayContaining(['status', 'amount', 'due', 'dueDate']));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { panelColumns } from './panel-columns.ts';

const panel = (name: string, tall = false) => ({ name, ...(tall ? { tall: true as const } : {}) });
const names = (columns: readonly { name: string }[][]) =>
  columns.map((column) => column.map(({ name }) => name).join(''));

test('divides panels into columns of similar height', () => {
  const [a, b, c, d, e] = [panel('a'), panel('b'), panel('c'), panel('d'), panel('e')];
  const tall = panel('T', true);
  expect(names(panelColumns([a, b, tall, c, d, e]))).toEqual(['ab', 'T', 'cde']);
  expect(names(panelColumns([tall, a, b, c, d, e]))).toEqual(['T', 'ab', 'cde']);
  expect(names(panelColumns([a, tall]))).toEqual(['a', 'T']);
  expect(panelColumns([])).toEqual([]);
});

test('never loses, repeats or reorders a panel, and leaves no column empty', () => {
  const some = fc.array(fc.boolean(), { maxLength: 9 }).map((tall) => tall.map((is, n) => panel(String(n), is)));
  fc.assert(
    fc.property(some, (panels) => {
      const columns = panelColumns(panels);
      expect(columns.flat()).toEqual(panels);
      expect(columns.length).toBe(Math.min(3, panels.length));
      expect(columns.every((column) => column.length > 0)).toBe(true);
    }),
  );
});

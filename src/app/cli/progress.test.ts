import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

function watch(columns: number | undefined) {
  let now = 0;
  const shown: string[] = [];
  const bar = columns === undefined ? undefined : { columns, write: (text: string) => void shown.push(text) };
  const progress = showProgress({ bar, note: (line) => void shown.push(line) }, 'blocks', () => now);
  return { shown, progress, at: (seconds: number) => (now = seconds * 1000) };
}

test('prints nothing for short work, and an occasional line for long work', () => {
  const { shown, progress, at } = watch(undefined);
  progress.update(1, 1000);
  at(9);
  progress.update(400, 1000);
  expect(shown).toEqual([]);
  at(10);
  progress.update(500, 1000);
  progress.update(501, 1000);
  progress.end();
  expect(shown).toEqual(['blocks  500 of 1,000 (50 %, 50/s, 10 s left)']);
});

test('draws a bar in place on a terminal and clears it at the end', () => {
  const { shown, progress, at } = watch(100);
  progress.update(0, 10);
  at(1);
  progress.update(5, 10);
  progress.end();
  expect(shown).toEqual([`\r${'█'.repeat(15)}${'░'.repeat(15)}  blocks  5 of 10 (50 %, 5/s)\u001b[K`, '\r\u001b[K']);
});

test('shows only the numbers, on one line, in a narrow terminal', () => {
  const { shown, progress, at } = watch(20);
  at(5);
  progress.update(5, 10);
  expect(shown[0]).toBe('\rblocks  5 of 10 (50\u001b[K');
  expect((shown[0] ?? '').length).toBeLessThanOrEqual(20 + 4);
});

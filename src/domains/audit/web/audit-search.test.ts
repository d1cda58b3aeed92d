import { expect, test } from 'vitest';
import { AuditSearch, queryOf } from './audit-search.ts';
import { describeFilter } from './describe-filter.ts';

test('the URL chooses the clock of the query, and an invalid one is ignored', () => {
  expect(queryOf(AuditSearch.parse({ clock: 'happened', from: '2026-03-04' }))).toMatchObject({
    clock: 'happened',
    startDate: '2026-03-04',
  });
  expect(queryOf(AuditSearch.parse({ clock: 'sun' })).clock).toBeUndefined();
});

test('the title of the log names the time that its dates follow', () => {
  const period = { from: '2026-03-01', to: '2026-03-04' };
  expect(describeFilter({})).toBe('All entries');
  expect(describeFilter({ ...period, participant: 'acme' })).toBe('Recorded from Mar 1, 2026 to Mar 4, 2026, by acme');
  expect(describeFilter({ clock: 'happened' })).toBe('All entries, by when they happened');
  expect(describeFilter({ clock: 'happened', ...period })).toBe(
    'Entries that happened from Mar 1, 2026 to Mar 4, 2026',
  );
  expect(describeFilter({ clock: 'happened', anomalous: 'true', asset: 'A-1' })).toBe(
    'Uncorrected anomalies on A-1, by when they happened',
  );
});

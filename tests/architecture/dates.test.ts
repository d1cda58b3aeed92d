import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Formatting a date, or cutting one out of ISO text. */
const formatting =
  /Intl\.(DateTimeFormat|RelativeTimeFormat)|\.toLocale(Date|Time)String\(|\.toISOString\(\)\.(slice|substring|split)/;
const dateInput = /type="date"/;

/** Files whose text has one format for every reader, because answers of the assistant are quoted and compared. */
const inEnglish = [
  'src/domains/assistant/server/answers/spoken-days.ts',
  'src/domains/assistant/server/answers/turn.ts',
];
/** The value of a date and time input is local time, for which ISO text is the only base. */
const localInputs = [
  'src/domains/trace/web/event-form/happened-at.ts',
  'src/domains/trace/web/correction/correction-values.ts',
];

const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !/\.(test|spec|fixture|gen)\.tsx?$|\/gallery\//.test(file));
const filesWith = (pattern: RegExp, files: readonly string[]) =>
  files.filter((file) => pattern.test(readFileSync(root + file, 'utf8'))).toSorted();

test('screens format dates only through the formatters of the platform', () => {
  expect(filesWith(formatting, sources('src/**/web/**/*.{ts,tsx}'))).toEqual(
    [
      'src/platform/web/format-day.ts',
      'src/platform/web/format-time.ts',
      'src/platform/web/format-zone.ts',
      ...localInputs,
    ].toSorted(),
  );
  expect(filesWith(/Intl\.DateTimeFormat|\.toLocale(Date|Time)String\(/, sources('src/**/server/**/*.ts'))).toEqual([
    ...inEnglish,
    // Printed documents, in the time zone of the city.
    'src/platform/server/pdf/letterhead.ts',
    // Computes with time zones, and formats nothing.
    'src/platform/server/time-zone.ts',
  ]);
});

test('days are chosen only through the day input of the platform', () => {
  expect(filesWith(dateInput, sources('src/**/*.tsx'))).toEqual(['src/platform/web/ui/form/day-input.tsx']);
});

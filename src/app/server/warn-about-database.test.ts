import { describe, expect, test } from 'vitest';
import { connectionFromUrl } from '#platform/server/database/connection-url.ts';
import { warnAboutDatabase } from './warn-about-database.ts';

function warningsOf(url: string): string[] {
  const warnings: string[] = [];
  warnAboutDatabase(connectionFromUrl(url), { warn: (text: string) => warnings.push(text) });
  return warnings;
}

describe('the start on a database', () => {
  test('warns about a connection to another machine without TLS', () => {
    expect(warningsOf('postgres://u@db.example.org/d')).toEqual([
      expect.stringContaining('the connection to the database on db.example.org is not encrypted'),
    ]);
    expect(warningsOf('postgres://u@db.example.org/d?sslmode=verify-full')).toEqual([]);
    expect(warningsOf('postgres://u@127.0.0.1/d')).toEqual([]);
  });
});

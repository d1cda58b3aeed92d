import { expect, test } from 'vitest';
import { type ConfigError, readConfig } from '../config.ts';

const mail = { SMTP_URL: 'smtps://city:p%40ss@mail.example', SMTP_FROM: 'City of Harbor <tax@harbor.example>' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as ConfigError).problems;
  }
  return [];
}

test('no mail is sent without a mail server', () => {
  expect(readConfig({}).mail).toBeUndefined();
});

test('a mail server is reached with TLS, unless it is on this machine or the operator allows otherwise', () => {
  expect(readConfig(mail).mail).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    requireTls: true,
    auth: { user: 'city', pass: 'p@ss' },
    from: { name: 'City of Harbor', address: 'tax@harbor.example' },
    lettersPerMinute: 60,
  });
  const url = 'smtp://mail.example';
  expect(readConfig({ ...mail, SMTP_URL: url }).mail).toMatchObject({ port: 587, secure: false, requireTls: true });
  expect(readConfig({ ...mail, SMTP_URL: url, SMTP_TLS: 'optional' }).mail).toMatchObject({ requireTls: false });
  expect(readConfig({ ...mail, SMTP_URL: 'smtp://localhost:25' }).mail).toMatchObject({ port: 25, requireTls: false });
});

test.each([
  [{ SMTP_URL: mail.SMTP_URL }, 'SMTP_FROM'],
  [{ ...mail, SMTP_URL: 'https://secret@mail.example' }, 'SMTP_URL'],
  [{ ...mail, SMTP_FROM: 'City' }, 'SMTP_FROM'],
  [{ ...mail, SMTP_FROM: 'City\r\nBcc: a@b.example <tax@harbor.example>' }, 'SMTP_FROM'],
])('a wrong variable is named, without its value: %#', (environment, name) => {
  const problems = problemsOf(environment);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name}:`));
  expect(problems[0]).not.toContain('secret');
});

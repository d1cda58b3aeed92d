import { expect, test } from 'vitest';
import { sentenceOf } from './use-notice.ts';

test('promises to send events later only where events are recorded', () => {
  expect(sentenceOf('offline', '/assets')).toBe(
    "You're offline. Events you record are saved on this device and sent later.",
  );
  for (const path of ['/detroit/resident', '/detroit/pay', '/payments/desk', '/transactions/0x1'])
    expect(sentenceOf('offline', path)).toBe(
      "You're offline. Nothing is sent, and nothing is paid, until you send it again.",
    );
  expect(sentenceOf('unreachable', '/detroit')).toMatch(/^The server can't be reached\. Nothing is sent/);
  expect(sentenceOf('back', '/detroit')).toBe('Back online.');
});

import { expect, test } from 'vitest';
import { sentenceOf } from './use-notice.ts';

test('promises to send events later only on pages that record events, and never claims that nothing was sent', () => {
  expect(sentenceOf('offline', '/assets')).toBe(
    "You're offline. Events you record are saved on this device and sent later.",
  );
  for (const path of ['/detroit/resident', '/detroit/pay', '/payments/desk', '/transactions/0x1'])
    expect(sentenceOf('offline', path)).toBe(
      "You're offline. What you send now is not sent later by itself. What you sent before may still have arrived.",
    );
  expect(sentenceOf('unreachable', '/detroit')).toMatch(/^The server can't be reached\. What you send now/);
  expect(sentenceOf('back', '/detroit')).toBe('Back online.');
});

import type { NoticeKind } from '#domains/registry/contract/notices.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';

export const kindNames: Readonly<Record<NoticeKind, string>> = {
  due_soon: 'Due soon',
  overdue: 'Overdue',
  payment_waiting: 'Payment waiting for you',
  payment_received: 'Payment received',
  payment_failed: 'Payment failed',
  payment_reversed: 'Payment taken back',
  payment_disputed: 'Payment disputed',
};

export const kindTones: Readonly<Record<NoticeKind, Tone>> = {
  due_soon: 'amber',
  overdue: 'red',
  payment_waiting: 'amber',
  payment_received: 'green',
  payment_failed: 'red',
  payment_reversed: 'amber',
  payment_disputed: 'amber',
};

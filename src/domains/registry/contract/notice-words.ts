export const noticeKinds = [
  'due_soon',
  'overdue',
  'payment_waiting',
  'payment_received',
  'payment_failed',
  'payment_reversed',
  'payment_disputed',
] as const;

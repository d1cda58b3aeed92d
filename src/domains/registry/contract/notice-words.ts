export const noticeKinds = [
  'due_soon',
  'overdue',
  'payment_received',
  'payment_failed',
  'payment_reversed',
  'payment_disputed',
] as const;

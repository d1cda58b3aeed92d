export const paymentTones = { completed: 'green', pending: 'amber', failed: 'red' } as const;
export const paymentWords = { completed: 'Completed', pending: 'Pending', failed: 'Failed' } as const;

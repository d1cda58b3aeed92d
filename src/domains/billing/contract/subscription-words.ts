export const subscriptionStatuses = ['active', 'trial', 'cancelled', 'expired'] as const;

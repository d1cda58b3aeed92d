export const participantSorts = ['createdAt', 'username', 'role', 'status', 'eventCount'] as const;

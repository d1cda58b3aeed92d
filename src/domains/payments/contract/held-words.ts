export const heldStates = ['booking', 'held', 'acting', 'assigned', 'returned'] as const;
export const heldFilters = ['open', 'decided'] as const;

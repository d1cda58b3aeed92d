export const lineStates = [
  'acting',
  'settled',
  'credited',
  'suspense',
  'returned',
  'reversed',
  'listed',
  'foreign',
] as const;

export const lineFilters = [...lineStates, 'known', 'candidates', 'unknown'] as const;

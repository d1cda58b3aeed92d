export const lineStates = [
  'acting',
  'settled',
  'confirmed',
  'credited',
  'suspense',
  'returned',
  'reversed',
  'listed',
  'foreign',
] as const;

export const lineFilters = [...lineStates, 'known', 'candidates', 'unknown'] as const;

/** The holder of what belongs to the municipality. */
export const CITY = 'city';

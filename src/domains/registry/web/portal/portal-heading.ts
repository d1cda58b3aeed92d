/** The header of the resident portal, also while the session is checked. */
export const portalHeading = {
  title: 'Resident portal',
  subtitle: 'Your properties, what is owed on them, and your payments.',
};

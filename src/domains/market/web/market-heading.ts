/** The header of the share market, also shown while the session is checked. */
export const marketHeading = {
  title: 'Property shares',
  subtitle: 'Who holds shares of which property, and at what price they trade.',
};

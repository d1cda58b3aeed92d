/** The header of the share market, also while the session is checked. */
export const marketHeading = {
  title: 'Property shares',
  subtitle:
    'Who holds shares of which property. Every issue is a block, and a call of a contract that anyone can read.',
};

/** The heading of the city desk, which visitors see before they sign in. */
export const cityHeading = {
  title: 'City desk',
  subtitle: 'Payments to confirm, the tax of a year, appeals, and the property roll.',
};

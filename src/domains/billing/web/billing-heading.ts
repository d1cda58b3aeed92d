/** The heading of the subscription screen, also shown while the session is checked. */
export const subscriptionHeading = {
  title: 'Subscription',
  subtitle: 'Your plan, your usage, and your invoices.',
};

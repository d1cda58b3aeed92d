/** The heading of the subscription screen, also shown while the session is checked. */
export const subscriptionHeading = {
  title: 'Subscription',
  subtitle: 'What Cairn costs you, what you use of it, and your invoices.',
};

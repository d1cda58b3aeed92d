/** Screens of billing, for the routes of the app. */
export { SubscriptionsDesk } from './admin/subscriptions-desk.tsx';
export { SubscriptionsDeskSearch } from './admin/subscriptions-desk-search.ts';
export { subscriptionHeading } from './billing-heading.ts';
export { SubscriptionSearch } from './billing-search.ts';
export { JoinScreen } from './join/join-screen.tsx';
export { SubscriptionScreen } from './subscription-screen.tsx';

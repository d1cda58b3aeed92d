/** A demo account. A view without one is visited signed out. */
export type Account =
  | 'demo-maker'
  | 'demo-shipper'
  | 'demo-retailer'
  | 'demo-auditor'
  | 'demo-admin'
  | 'demo-resident'
  | 'demo-government';

const forMaker = [
  '/',
  '/landing',
  '/role-demo',
  '/role-demo?tab=manufacturer',
  '/dashboard',
  '/assets',
  '/assets/HLX-2026-025',
  '/assets/HLX-2026-025?tab=map',
  '/assets/KVB-2026-01?tab=lineage',
  '/assets/KVB-2026-01?tab=custody',
  '/assets/KVB-2026-01/recall',
  '/assets/NOT-THERE',
  '/blockchain',
  '/blockchain?view=graph',
  '/blockchain?action=validate',
  '/blockchain?block=5&compare=4',
  '/audit?generated=yes',
  '/participants',
  '/participants?action=add',
  '/participants/alpenrail',
  '/profile',
  '/profile?edit=password',
  '/events',
  '/events?action=add',
  '/chat',
  '/chat?q=Where%20is%20it',
  '/observability',
  '/observability?tab=traces',
  '/observability?tab=routes',
  '/observability?tab=setup',
  '/api-docs',
  '/api-docs?language=python#post_add_event',
  '/api-docs?search=validation',
  '/testing',
  '/testing?operation=post_add_event',
  '/testing?tab=history',
  '/testing?tab=saved',
  '/detroit',
  '/detroit?property=HB-0010-003&owed=no',
  '/detroit/properties/HB-0010-003',
  '/detroit/properties/NOT-THERE',
  '/detroit/pay',
  '/detroit/pay?bill=2026-0000-0000-0000',
  '/detroit/pay?payment=pay_00000000000000000000',
  '/payments/statements',
  '/subscription',
  '/subscription?users=40&assets=0&cycle=monthly',
  '/subscription?tab=usage',
  '/admin/subscriptions',
  '/join',
  `/join#${'A'.repeat(43)}`,
  '/nft',
  '/nft?tab=trade',
  '/nft?tab=portfolio',
  `/transactions/0x${'0'.repeat(64)}`,
  '/nothing/here',
];

/** The views that differ by role: its own actions, a page that only it may open, and a page that it may not. */
const forOthers: Readonly<Record<Exclude<Account, 'demo-maker'>, readonly string[]>> = {
  'demo-shipper': ['/dashboard', '/events?action=add', '/audit'],
  'demo-retailer': ['/dashboard', '/assets', '/role-demo?tab=retailer'],
  'demo-auditor': ['/dashboard', '/audit?generated=yes', '/events?action=add', '/admin'],
  'demo-resident': [
    '/detroit/resident',
    '/detroit/resident?tab=pay',
    '/detroit/resident?tab=ownership',
    '/nft?tab=issue',
  ],
  'demo-government': [
    '/detroit',
    '/detroit/city',
    '/detroit/city?tab=taxes',
    '/detroit/city?tab=roll',
    '/detroit/resident?resident=demo-resident',
    '/payments/statements',
    '/payments/statements?view=suspense',
  ],
  'demo-admin': ['/dashboard', '/admin', '/admin?tab=log', '/admin?tab=jobs', '/admin/subscriptions', '/participants'],
};

/**
 * Every route for each role: once as the manufacturer, once signed out if public, and once more for roles whose view
 * differs.
 */
export const views: readonly { readonly path: string; readonly account?: Account }[] = [
  ...forMaker.map((path) => ({ path, account: 'demo-maker' as const })),
  ...['/', '/dashboard', '/assets', '/role-demo', '/chat', '/audit', '/subscription', '/join'].map((path) => ({
    path,
  })),
  ...Object.entries(forOthers).flatMap(([account, paths]) =>
    paths.map((path) => ({ path, account: account as Account })),
  ),
];

import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

/**
 * `node scripts/screenshots.ts <url> <folder>`: captures every screen with demo data at 320, 390, 768 and 1440 px, light and
 * dark.
 */
const [url = 'http://127.0.0.1:3000', folder = 'test-results/screens'] = process.argv.slice(2);
const widths = [320, 390, 768, 1440] as const;
const themes = ['light', 'dark'] as const;
const verify = async (page: Page) => {
  await page.getByRole('button', { name: 'Verify', exact: true }).first().click();
  await page.getByRole('button', { name: 'Verify again' }).first().waitFor();
};
const openPalette = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.getByRole('combobox', { name: 'Search or go to' }).fill(text);
  await page.getByRole('option').first().waitFor();
};
const openShortcuts = async (page: Page) => {
  await page.locator('body').press('?');
  await page.getByRole('dialog').waitFor();
};
const askTheAssistant = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Your question' }).fill('What happened to HLX-2026-025?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('list', { name: 'Sources' }).waitFor();
};

/** A file for the import whose second row lacks the asset. */
const shift = 'Action,Asset ID,Location\nshipped,NLW-2026-001,Bergen\nshipped,,Oslo\nreceived,NLW-2026-002,Bergen';
const chooseFile = async (page: Page) => {
  const buffer = Buffer.from(shift);
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'shift.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('region', { name: 'Rows with an error' }).waitFor();
};
/** Responds like a failing server. */
const refuse = (pattern: string) => async (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        error: 'The database is not responding.',
        detail: 'The database is not responding.',
        code: 'server.unavailable',
        status: 503,
        title: 'Unavailable',
        hint: 'Try again in a moment.',
        errors: [],
        requestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      }),
    }),
  );
const failed = (page: Page) => page.getByRole('button', { name: 'Try again' }).first().waitFor();
const silence = (pattern: string) => async (page: Page) => page.route(pattern, () => undefined);

type Screen = {
  readonly name: string;
  readonly path: string;
  readonly account?: string;
  /** Captures the whole page, not only the visible part. */
  readonly whole?: true;
  /** Captures the loading state. */
  readonly waiting?: true;
  readonly before?: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<unknown>;
};
const maker = 'demo-maker';
const screens: readonly Screen[] = [
  { name: 'landing', path: '/', whole: true, act: verify },
  {
    name: 'landing-sign-up',
    path: '/landing',
    act: (page) => page.getByRole('link', { name: 'Start Free Trial' }).first().click(),
  },
  { name: 'welcome', path: '/dashboard' },
  { name: 'dashboard', path: '/dashboard', account: maker },
  { name: 'dashboard-resident', path: '/dashboard', account: 'demo-resident' },
  { name: 'dashboard-government', path: '/dashboard', account: 'demo-government' },
  { name: 'assets', path: '/assets', account: maker },
  { name: 'assets-waiting', path: '/assets', waiting: true, before: silence('**/api/assets?**') },
  { name: 'assets-failed', path: '/assets', before: refuse('**/api/assets?**') },
  { name: 'asset-new', path: '/assets?action=add', account: maker },
  { name: 'assets-none', path: '/assets?search=nothing-like-it' },
  { name: 'asset', path: '/assets/HLX-2026-025', act: verify },
  {
    name: 'asset-waiting',
    path: '/assets/HLX-2026-025',
    waiting: true,
    before: silence('**/api/assets/HLX-2026-025**'),
  },
  { name: 'asset-map', path: '/assets/KVC-2026-003?tab=map' },
  { name: 'asset-custody', path: '/assets/HLX-2026-025?tab=custody' },
  { name: 'asset-lineage', path: '/assets/KVR-2026-09?tab=lineage' },
  { name: 'asset-missing', path: '/assets/NOT-THERE' },
  { name: 'registry', path: '/detroit' },
  { name: 'registry-none', path: '/detroit?search=nothing-like-it' },
  { name: 'property', path: '/detroit/properties/HB-0010-003' },
  { name: 'property-none', path: '/detroit/properties/HB-9999-999' },
  ...['properties', 'pay', 'autopay', 'relief', 'ownership', 'notices'].map((tab) => ({
    name: `resident-${tab}`,
    path: `/detroit/resident?tab=${tab}`,
    account: 'demo-resident',
    whole: true as const,
  })),
  {
    name: 'resident-several',
    path: '/detroit/resident?tab=pay&property=several',
    account: 'demo-resident',
    whole: true,
  },
  { name: 'pay-bill', path: '/detroit/pay' },
  { name: 'mail', path: '/detroit/mail' },
  { name: 'city-desk-payments', path: '/detroit/city', account: 'demo-government' },
  { name: 'city-desk-appeals', path: '/detroit/city?tab=appeals', account: 'demo-government' },
  { name: 'city-desk-notices', path: '/detroit/city?tab=notices', account: 'demo-government', whole: true },
  { name: 'payments-desk', path: '/payments/desk', account: 'demo-government' },
  { name: 'payments-desk-decided', path: '/payments/desk?tab=decided', account: 'demo-government' },
  { name: 'payments-desk-cards', path: '/payments/desk?tab=cards', account: 'demo-government' },
  { name: 'payments-desk-rate', path: '/payments/desk?tab=rate', account: 'demo-government' },
  { name: 'statements', path: '/payments/statements', account: 'demo-government' },
  { name: 'statements-suspense', path: '/payments/statements?view=suspense', account: 'demo-government' },
  { name: 'city-desk-taxes', path: '/detroit/city?tab=taxes', account: 'demo-government', whole: true },
  { name: 'city-desk-roll', path: '/detroit/city?tab=roll', account: 'demo-government' },
  { name: 'market', path: '/nft', account: maker },
  { name: 'market-issue', path: '/nft?tab=issue', account: 'demo-resident' },
  { name: 'market-trade', path: '/nft?tab=trade', account: maker, whole: true },
  { name: 'market-portfolio', path: '/nft?tab=portfolio', account: maker, whole: true },
  { name: 'subscription', path: '/subscription', account: maker, whole: true },
  { name: 'subscription-usage', path: '/subscription?tab=usage', account: maker },
  { name: 'subscriptions-desk', path: '/admin/subscriptions', account: 'demo-admin' },
  { name: 'join', path: '/join' },
  { name: 'transaction-unknown', path: `/transactions/0x${'0'.repeat(64)}` },
  { name: 'recall', path: '/assets/KVR-2026-09/recall' },
  { name: 'explorer', path: '/blockchain' },
  { name: 'explorer-block', path: '/blockchain?block=5', act: verify },
  { name: 'explorer-graph', path: '/blockchain?view=graph' },
  { name: 'explorer-comparison', path: '/blockchain?block=5&compare=4' },
  { name: 'validation', path: '/blockchain?action=validate', account: maker },
  { name: 'participants', path: '/participants' },
  { name: 'participants-add', path: '/participants?action=add', account: maker },
  { name: 'participant', path: '/participants/helix-biologics' },
  { name: 'events', path: '/events', account: maker },
  { name: 'events-none', path: '/events?asset=NOTHING-LIKE-IT', account: maker },
  { name: 'event-import', path: '/events?action=import', account: maker, act: chooseFile },
  { name: 'outbox', path: '/events?action=outbox', account: maker },
  { name: 'event-form', path: '/events?action=add', account: maker },
  { name: 'audit-first', path: '/audit', account: maker },
  { name: 'audit', path: '/audit?generated=yes', account: maker },
  { name: 'chat', path: '/chat', act: askTheAssistant },
  { name: 'chat-signed-in', path: '/chat', account: maker, act: askTheAssistant },
  { name: 'observability', path: '/observability', account: maker, whole: true },
  { name: 'observability-traces', path: '/observability?tab=traces', account: maker },
  { name: 'api-docs', path: '/api-docs' },
  { name: 'api-docs-operation', path: '/api-docs#post_add_event', whole: true },
  { name: 'api-testing', path: '/testing', account: maker },
  { name: 'api-testing-custom', path: '/testing?operation=post_add_event', account: maker, whole: true },
  { name: 'dashboard-failed', path: '/dashboard', before: refuse('**/api/dashboard-stats**'), act: failed },
  { name: 'profile', path: '/profile', account: maker },
  { name: 'admin', path: '/admin', account: 'demo-admin' },
  { name: 'admin-log', path: '/admin?tab=log', account: 'demo-admin' },
  { name: 'admin-jobs', path: '/admin?tab=jobs', account: 'demo-admin' },
  { name: 'role-demo', path: '/role-demo', whole: true },
  { name: 'role-demo-manufacturer', path: '/role-demo?tab=manufacturer', account: maker, whole: true },
  { name: 'palette', path: '/dashboard', account: maker, act: (page) => openPalette(page, '') },
  { name: 'palette-found', path: '/dashboard', account: maker, act: (page) => openPalette(page, 'hlx-2026-025') },
  { name: 'shortcuts', path: '/dashboard', account: maker, act: openShortcuts },
  { name: 'sign-in-first', path: '/events' },
  { name: 'restricted', path: '/events', account: 'demo-auditor' },
  { name: 'sign-in', path: '/dashboard', act: (page) => page.getByRole('button', { name: 'Create Account' }).click() },
  { name: 'not-found', path: '/nothing/here' },
];

await mkdir(folder, { recursive: true });
const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
const accounts = [...new Set(screens.map(({ account }) => account))];
const tokens = new Map<string, string>();
for (const account of accounts) if (account) tokens.set(account, await signIn(account));
for (const width of widths) {
  for (const theme of themes) await takeAll(width, theme);
}
await browser.close();

async function takeAll(width: number, theme: 'light' | 'dark'): Promise<void> {
  for (const account of accounts) {
    const viewport = { width, height: width < 500 ? 844 : 900 };
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      hasTouch: width < 500,
      reducedMotion: 'reduce',
    });
    const token = account && tokens.get(account);
    if (token) await context.addInitScript((kept) => localStorage.setItem('auth-token', kept), token);
    const page = await context.newPage();
    for (const screen of screens.filter((each) => each.account === account)) {
      await screen.before?.(page);
      await page.goto(new URL(screen.path, url).href);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      if (!screen.waiting) await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      await screen.act?.(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(300);
      const path = join(folder, `${screen.name}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: screen.whole ?? false });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await context.close();
  }
  process.stdout.write(`${width} ${theme}\n`);
}

async function signIn(username: string): Promise<string> {
  const answer = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'cairn-demo' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

/** `node scripts/screenshots.ts <url> <folder>`: every screen at 390, 768 and 1440 px, in light and dark, with the demo world. */
const [url = 'http://127.0.0.1:3000', folder = 'test-results/screens'] = process.argv.slice(2);
const widths = [390, 768, 1440] as const;
const themes = ['light', 'dark'] as const;
const verify = async (page: Page) => {
  await page.getByRole('button', { name: 'Verify', exact: true }).first().click();
  await page.getByRole('button', { name: 'Verify again' }).first().waitFor();
};
const screens: readonly { name: string; path: string; account?: string; act?: (page: Page) => Promise<void> }[] = [
  { name: 'welcome', path: '/' },
  { name: 'dashboard', path: '/dashboard', account: 'demo-maker' },
  { name: 'assets', path: '/assets', account: 'demo-maker' },
  { name: 'assets-none', path: '/assets?search=nothing-like-it' },
  { name: 'asset', path: '/assets/HLX-2026-025', act: verify },
  { name: 'asset-missing', path: '/assets/NOT-THERE' },
  { name: 'explorer', path: '/blockchain', act: verify },
  { name: 'explorer-graph', path: '/blockchain?view=graph' },
  { name: 'validation', path: '/blockchain?action=validate', account: 'demo-maker' },
  { name: 'events', path: '/events', account: 'demo-maker' },
  { name: 'event-form', path: '/events?action=add', account: 'demo-maker' },
  { name: 'sign-in-first', path: '/events' },
  { name: 'sign-in', path: '/', act: (page) => page.getByRole('button', { name: 'Create Account' }).click() },
  { name: 'not-found', path: '/nothing/here' },
];

await mkdir(folder, { recursive: true });
const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
const token = await signIn('demo-maker');
for (const width of widths) {
  for (const theme of themes) await takeAll(width, theme);
}
await browser.close();

async function takeAll(width: number, theme: 'light' | 'dark'): Promise<void> {
  for (const account of [undefined, 'demo-maker']) {
    const viewport = { width, height: width < 500 ? 844 : 900 };
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      hasTouch: width < 500,
      reducedMotion: 'reduce',
    });
    if (account) await context.addInitScript((kept) => localStorage.setItem('auth-token', kept), token);
    const page = await context.newPage();
    for (const screen of screens.filter((each) => each.account === account)) {
      await page.goto(new URL(screen.path, url).href);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      await screen.act?.(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${screen.name}-${width}-${theme}.png`) });
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

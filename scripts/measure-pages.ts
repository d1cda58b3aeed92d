import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * `node scripts/measure-pages.ts [--as <username>] [--again] <url> [path …]`: opens each page in a new browser profile on an
 * emulated slow phone, as a visitor or signed in to a demo account, and prints the median of three visits: first and largest
 * contentful paint, layout shift, JavaScript as transferred, and the files it comes in. With `--again`, each visit is the
 * second of its profile: the app has stored itself on the first.
 */
const { values: options, positionals } = parseArgs({
  options: { as: { type: 'string' }, again: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [url = 'http://127.0.0.1:3000', ...paths] = positionals;
const usual = [
  '/',
  '/dashboard',
  '/detroit',
  '/detroit/properties/HB-0010-003',
  '/detroit/city',
  '/detroit/resident',
  '/detroit/pay',
  '/detroit/mail',
  '/payments/desk',
  '/payments/statements',
  '/nft',
  '/subscription',
  '/admin/subscriptions',
  '/join',
  `/transactions/0x${'0'.repeat(64)}`,
  '/assets',
  '/assets/HLX-2026-025',
  '/assets/HLX-2026-025/recall',
  '/blockchain',
  '/participants',
  '/participants/alpenrail',
  '/events',
  '/audit',
  '/testing',
  '/observability',
  '/profile',
  '/admin',
  '/chat',
  '/role-demo',
  '/api-docs',
];
const visits = 3;
/** How long a page may keep loading; the slowest needs about half of it. */
const settleMilliseconds = 8000;
const slowdown = 4;
const network = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const observe = `
  globalThis.paint = { first: 0, largest: 0, shift: 0, what: '' };
  const follow = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  follow('paint', (entry) => { if (entry.name === 'first-contentful-paint') paint.first = entry.startTime; });
  follow('largest-contentful-paint', (entry) => {
    paint.largest = entry.startTime;
    paint.what = entry.element?.tagName.toLowerCase() + ' ' + (entry.element?.textContent ?? '').slice(0, 30);
  });
  follow('layout-shift', (entry) => { if (!entry.hadRecentInput) paint.shift += entry.value; });
`;

type Visit = { first: number; largest: number; shift: number; what: string; script: number; files: number };

const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
process.stdout.write(
  '| page | FCP (s) | LCP (s) | CLS | JavaScript (kB) | files | largest element |\n|---|---|---|---|---|---|---|\n',
);
const session = options.as === undefined ? undefined : await signIn(options.as);
for (const path of paths.length > 0 ? paths : usual) {
  const seen: Visit[] = [];
  for (let visit = 0; visit < visits; visit++) seen.push(await openOnPhone(browser, new URL(path, url).href));
  const median = (of: (visit: Visit) => number) => seen.map(of).sort((a, b) => a - b)[Math.floor(visits / 2)] ?? 0;
  const seconds = (of: (visit: Visit) => number) => (median(of) / 1000).toFixed(1);
  const shift = median((visit) => visit.shift).toFixed(3);
  const script = Math.round(median((visit) => visit.script) / 1000);
  process.stdout.write(
    `| \`${path}\` | ${seconds(({ first }) => first)} | ${seconds(({ largest }) => largest)} | ${shift} | ${script} | ${median(({ files }) => files)} | ${seen.at(-1)?.what} |\n`,
  );
}
await browser.close();

/** Signs a demo account in, and returns what the app then stores in the browser. */
async function signIn(username: string): Promise<Record<string, string>> {
  const response = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'cairn-demo' }),
  });
  if (!response.ok) throw new Error(`${username} cannot sign in at ${url}: ${response.status}`);
  const { token, user } = (await response.json()) as { token: string; user: { email?: string } };
  const { email: _, ...cached } = user;
  return { 'auth-token': token, 'session-user': JSON.stringify({ tokenEnd: token.slice(-6), user: cached }) };
}

/** Opens a page in a new browser profile, for the first or second time. */
async function openOnPhone(browser: Browser, page: string): Promise<Visit> {
  const context = await browser.newContext({ ...phone, serviceWorkers: options.again ? 'allow' : 'block' });
  if (session !== undefined) await context.addInitScript((stored) => Object.assign(localStorage, stored), session);
  if (options.again) {
    const first = await context.newPage();
    await first.goto(page);
    await first.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await first.waitForTimeout(settleMilliseconds);
    await first.close();
  }
  const tab = await context.newPage();
  const devTools = await context.newCDPSession(tab);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const scripts = new Set<string>();
  let script = 0;
  devTools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) script += encodedDataLength;
  });
  await tab.addInitScript(observe);
  await tab.goto(page);
  await tab.waitForTimeout(settleMilliseconds);
  const paint = await tab.evaluate<Omit<Visit, 'script' | 'files'>>('globalThis.paint');
  await context.close();
  return { ...paint, script, files: scripts.size };
}

import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

/**
 * `node scripts/measure-paint.ts <url> [path …]`: measures the largest contentful paint of each page as the browser
 * reports it, in five cold visits.
 */
const [url = 'http://127.0.0.1:3000', ...paths] = process.argv.slice(2);
const visits = 5;
const settleMilliseconds = 2500;
const observe = `
  globalThis.paint = { largest: 0, shift: 0 };
  const follow = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  follow('largest-contentful-paint', (entry) => { paint.largest = entry.startTime; });
  follow('layout-shift', (entry) => { if (!entry.hadRecentInput) paint.shift += entry.value; });
`;

const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
for (const path of paths.length > 0 ? paths : ['/', '/landing', '/dashboard', '/assets']) {
  const seen: { largest: number; shift: number }[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(new URL(path, url).href);
    await page.waitForTimeout(settleMilliseconds);
    seen.push(await page.evaluate('globalThis.paint'));
    await context.close();
  }
  const largest = seen.map((each) => Math.round(each.largest)).sort((a, b) => a - b);
  const shift = Math.max(...seen.map((each) => each.shift));
  process.stdout.write(
    `${path}: largest contentful paint ${largest[Math.floor(visits / 2)]} ms (${largest[0]} to ${largest.at(-1)}), layout shift at most ${shift.toFixed(3)}\n`,
  );
}
await browser.close();

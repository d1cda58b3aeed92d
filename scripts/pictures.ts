import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';

/**
 * `node scripts/pictures.ts <url>` takes the pictures of the landing page from a demo server, light and dark, as WebP that
 * the browser itself encodes. `landing-pictures.test.ts` limits their size.
 */
const [url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const folder = 'src/app/web/public/pictures';
const size = { width: 1200, height: 750 };
const quality = 0.72;
const views = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'asset', path: '/assets/KVC-BERGEN-1' },
] as const;

const stamp = '.bootstrap/chromium';
const executablePath = existsSync(stamp)
  ? readFileSync(stamp, 'utf8').trim()
  : (process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const token = await signIn();
await mkdir(folder, { recursive: true });
for (const { name, path } of views)
  for (const theme of ['light', 'dark'] as const) {
    const picture = await encode(browser, await take(browser, path, theme));
    await writeFile(`${folder}/${name}-${theme}.webp`, picture);
    process.stdout.write(`${name} ${theme}: ${picture.length} bytes\n`);
  }
await browser.close();

async function take(from: Browser, path: string, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const context = await from.newContext({
    viewport: size,
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript((kept) => localStorage.setItem('auth-token', kept), token);
  const page = await context.newPage();
  await page.goto(new URL(path, url).href);
  await page.locator('main#content h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .animate-breathe') === null);
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  if ((await verify.count()) > 0) {
    await verify.first().click();
    await page.getByText(/steps verified$/).waitFor();
    await page.mouse.move(0, 0);
  }
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot();
  await context.close();
  return shot;
}

/** Encodes a screenshot in the browser, so that no image library is needed. */
async function encode(from: Browser, png: Buffer): Promise<Buffer> {
  const page = await from.newPage();
  const webp = await page.evaluate(
    async ([data, share]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/webp', quality: share })).arrayBuffer(),
      );
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [png.toString('base64'), quality] as const,
  );
  await page.close();
  return Buffer.from(webp, 'base64');
}

async function signIn(): Promise<string> {
  const answer = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo-maker', password: 'cairn-demo' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

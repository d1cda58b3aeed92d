import type { Page } from '@playwright/test';

const password = 'cairn-demo';
const tokens = new Map<string, string>();

/**
 * Signs this page's browser in as a demo account, as a stored session would at startup. One session for each worker,
 * unless the journey needs a `recent` sign-in: sensitive changes require one within 10 minutes.
 */
export async function signInAs(page: Page, username: string, { recent = false } = {}): Promise<void> {
  const token = (recent ? undefined : tokens.get(username)) ?? (await newToken(page, username));
  tokens.set(username, token);
  await page.addInitScript((kept) => {
    // Only once, so that a later sign-out lasts.
    if (sessionStorage.getItem('signed-in') === null) localStorage.setItem('auth-token', kept);
    sessionStorage.setItem('signed-in', 'yes');
  }, token);
}

async function newToken(page: Page, username: string): Promise<string> {
  const answer = await page.request.post('/api/auth/login', { data: { username, password } });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

import type { Page } from '@playwright/test';

/** Collects requests to other origins, and the browser's content policy violations. */
export function collectComplaints(page: Page, origin: string): readonly string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url())) found.push(request.url());
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) found.push(message.text());
  });
  return found;
}

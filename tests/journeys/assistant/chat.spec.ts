import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const input = (page: Page) => page.getByRole('textbox', { name: 'Your question' });
const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });

async function askFor(page: Page, question: string, answer: string | RegExp): Promise<void> {
  await input(page).fill(question);
  // Before the app has taken over the page, the field takes text and nothing is sent.
  await expect(send(page)).toBeEnabled();
  await input(page).press('Enter');
  await expect(messages(page).getByText(answer).first()).toBeVisible();
  // Sent once the previous one is done.
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

test('a visitor finds an asset, sees the sources of the answer, and asks a follow-up without naming it again', async ({
  page,
}) => {
  await page.goto('/chat');
  await expect(page.locator('main#content')).toBeAttached();
  await expect(messages(page).getByText(/^Hello!/)).toBeVisible();
  await expect(page.getByText('this conversation stays in this tab')).toBeVisible();
  await expect(send(page)).toBeDisabled();
  await input(page).fill('   ');
  await expect(send(page)).toBeDisabled();

  await askFor(page, 'where is hlx 2026 3', /^HLX-2026-003 .* Its status is/);
  await expect(messages(page).getByText('Built-in engine')).toBeVisible();
  await messages(page).getByText('Find an asset id').first().click();
  await expect(messages(page).getByText('GET /api/assets/{assetId}')).toBeVisible();

  await askFor(page, 'what happened to it?', /^HLX-2026-003 .* has \d+ events/);
  const table = page.getByRole('table', { name: 'Events of HLX-2026-003' });
  await expect(table.getByRole('link', { name: 'helix-biologics' }).first()).toBeVisible();
  await expect(
    page
      .getByRole('button', { name: 'Export' })
      .or(page.getByRole('button', { name: /CSV/ }))
      .first(),
  ).toBeVisible();

  // The conversation stays in the tab.
  await page.reload();
  await expect(messages(page).getByText('where is hlx 2026 3')).toBeVisible();
  await page.getByRole('list', { name: 'Sources' }).getByRole('link', { name: 'HLX-2026-003' }).first().click();
  await expect(page).toHaveURL(/\/assets\/HLX-2026-003$/);
});

test('a notice above the bar of a phone leaves the input of the chat uncovered', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/chat');
  await expect(page.getByLabel('Your question')).toBeVisible();
  await context.setOffline(true);
  const strip = page.getByRole('navigation', { name: 'Main' }).getByText('Offline', { exact: true });
  await expect(strip).toBeVisible();
  const send = await page.getByRole('button', { name: 'Send' }).boundingBox();
  const top = (await strip.boundingBox())?.y ?? 0;
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(top);
});

test('jumping to the latest answer by keyboard leaves the focus in the input', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/chat');
  await expect(page.locator('main#content')).toBeAttached();
  await askFor(page, 'help', /I can/);
  await askFor(page, 'where is hlx 2026 3', /^HLX-2026-003 .* Its status is/);
  await page.evaluate(() => window.scrollTo(0, 0));
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await jump.press('Enter');
  await expect(jump).toBeHidden();
  await expect(page.getByLabel('Your question')).toBeFocused();
});

for (const { name, width, height } of [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
])
  test(`each question goes to the top, and its answer is in view, on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/chat');
    await expect(page.locator('main#content')).toBeAttached();
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    const questions: [string, RegExp][] = [
      ['help', /I can/],
      ['where is hlx 2026 3', /^HLX-2026-003 .* Its status is/],
      ['what happened to it?', /^HLX-2026-003 .* has \d+ events/],
    ];
    for (const [question, answer] of questions) {
      await askFor(page, question, answer);
      const asked = messages(page).getByText(question, { exact: true });
      await expect.poll(async () => Math.round((await asked.boundingBox())?.y ?? 0)).toBeLessThan(150);
      await expect(asked).toBeInViewport();
      await expect(messages(page).getByText(answer).last()).toBeInViewport();
    }
    // The history of the asset is longer than the screen.
    await jump.click();
    await expect(jump).toBeHidden();
    await expect(messages(page).getByText('what happened to it?')).not.toBeInViewport();
  });

test('quick questions and the URL fill the input; Shift+Enter adds a line and Enter sends', async ({ page }) => {
  await page.goto('/chat?q=Is%20the%20chain%20intact%3F');
  await expect(page.locator('main#content')).toBeAttached();
  await expect(input(page)).toHaveValue('Is the chain intact?');
  await page.getByRole('button', { name: 'How to register' }).click();
  await expect(input(page)).toHaveValue('How do I register?');
  await expect(input(page)).toBeFocused();
  await input(page).press('Shift+Enter');
  await expect(input(page)).toHaveValue('How do I register?\n');
  await input(page).press('Enter');
  await expect(messages(page).getByText(/Choose Sign In at the top right/)).toBeVisible();
  await page.getByRole('heading', { name: 'AI Assistant' }).click();
  await page.keyboard.press('/');
  await expect(input(page)).toBeFocused();
});

test('nothing else is sent while it thinks; a failure is shown, and the question can be retried or stopped', async ({
  page,
}) => {
  await page.goto('/chat');
  await expect(page.locator('main#content')).toBeAttached();
  let mode: 'hold' | 'fail' | 'pass' = 'hold';
  await page.route('**/api/chatbot', async (route) => {
    if (mode === 'fail') await route.abort();
    else if (mode === 'pass') await route.continue();
  });
  await input(page).fill('Is the chain intact?');
  // Before the app has taken over the page, the field takes text and nothing is sent.
  await expect(send(page)).toBeEnabled();
  await input(page).press('Enter');
  await expect(messages(page).getByText('Thinking...')).toBeVisible();
  await input(page).fill('And another one');
  await expect(send(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(messages(page).getByText('Stopped.')).toBeVisible();

  mode = 'fail';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed to send message. Please try again.', { exact: true })).toBeVisible();
  mode = 'pass';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(page).getByText(/as far as it has been checked/)).toBeVisible();
});

test('a proposed event is recorded only once its form is confirmed, exactly once, on the chain', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/chat');
  await expect(page.locator('main#content')).toBeAttached();
  const assetId = `CHAT-${randomUUID().slice(0, 8)}`;
  await askFor(page, `record that ${assetId} was manufactured in Oslo`, 'Nothing is recorded yet');
  await expect(page.getByRole('textbox', { name: 'Asset ID' })).toHaveValue(assetId);
  expect((await page.request.get(`/api/assets/${assetId}`)).status()).toBe(404);
  await page.getByRole('textbox', { name: 'Location' }).fill('Oslo, Norway');
  await page.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();
  await expect(messages(page).getByText(/Recorded in block/)).toBeVisible();
  const { asset } = await (await page.request.get(`/api/assets/${assetId}`)).json();
  expect(asset).toMatchObject({ eventCount: 1, currentLocation: 'Oslo, Norway' });
});

test('an account’s conversation can be found, renamed, edited and deleted', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/chat');
  await expect(page.locator('main#content')).toBeAttached();
  // A word: letters and digits together may be an asset's ID.
  const mark = `mark${randomUUID().replaceAll(/[\d-]/g, '')}`;
  await askFor(page, `what does ${mark} mean`, /no explanation/);
  await expect(page).toHaveURL(/\/chat\?c=/);
  const address = page.url();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(messages(page).getByText(mark)).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search conversations' }).fill(mark);
  await page
    .getByRole('button', { name: `what does ${mark} mean`, exact: false })
    .first()
    .click();
  await expect(page).toHaveURL(address);
  await expect(messages(page).getByText(`what does ${mark} mean`, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit and ask again' }).click();
  await expect(input(page)).toHaveValue(`what does ${mark} mean`);
  await askFor(page, `show the audit log`, /The audit log has/);
  await expect(messages(page).getByText(mark)).toHaveCount(0);

  await page.getByRole('button', { name: /^Actions for what does/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(`About ${mark}`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: `Actions for About ${mark}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No matching conversations')).toBeVisible();
  await page.goto(address);
  await expect(page.getByText("Couldn't open the conversation")).toBeVisible();
});

test('the assistant is one click away from the dashboard and every other page', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Chat Now' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByRole('link', { name: 'Ask the AI Assistant' })).toHaveCount(0);
  await page.goto('/assets');
  await page.getByRole('link', { name: 'Ask the AI Assistant' }).click();
  await expect(page).toHaveURL(/\/chat$/);
});

import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '../support/journey.ts';

type Described = { operationId: string; tags: string[]; summary: string };
type Document = { paths: Record<string, Record<string, Described>> };

const documentOf = async (page: Page) => (await (await page.request.get('/api/openapi.json')).json()) as Document;
const operation = (page: Page, id: string) => page.locator(`li#${id}`);

test('the reference lists every operation of the API; one of each heading opens with its response and its program', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto('/api-docs');
  await expect(page.locator('main#content')).toBeAttached();
  const { paths } = await documentOf(page);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, tags }]) => ({
      path,
      operationId,
      words: [method.toUpperCase(), path, summary],
      tag: tags[0],
    })),
  );
  expect(operations.length).toBeGreaterThan(50);
  await expect(page.locator('li > h3 > button')).toHaveCount(operations.length);
  for (const { operationId, words } of operations) {
    const text = await page.locator(`li#${operationId} > h3 > button`).textContent();
    for (const word of words) expect(text).toContain(word);
  }
  for (const [first] of Map.groupBy(operations, ({ tag }) => tag).values()) {
    const { operationId, path } = first ?? operations[0]!;
    const head = page.locator(`li#${operationId} > h3 > button`);
    await head.click();
    await expect(page.locator(`li#${operationId} h4`).filter({ hasText: /^Response 20\d/ })).toBeVisible();
    await expect(page.locator(`li#${operationId} pre`).first()).toContainText(path.split('{')[0] ?? path);
    await head.click();
  }
});

test('a link opens and highlights its operation, and Back returns', async ({ page }) => {
  await page.goto('/api-docs#post_add_event');
  await expect(page.locator('main#content')).toBeAttached();
  await expect(operation(page, 'post_add_event')).toHaveAttribute('aria-current', 'location');
  await expect(operation(page, 'post_add_event')).toBeInViewport();
  await expect(operation(page, 'post_add_event').getByText('trace.asset_exists')).toBeVisible();
  await operation(page, 'post_add_event').getByRole('link', { name: 'trace.asset_exists' }).click();
  const entry = page.locator('[id="error-trace.asset_exists"]');
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText('409');
  await expect(entry).toHaveAttribute('aria-current', 'location');
  await page.goBack();
  await expect(operation(page, 'post_add_event')).toBeInViewport();
  await expect(operation(page, 'post_add_event')).toHaveAttribute('aria-current', 'location');
  await page.goForward();
  await expect(entry).toBeInViewport();
});

test('operations can be found by words, fields and error codes, even with a typo', async ({ page }) => {
  await page.goto('/api-docs');
  await expect(page.locator('main#content')).toBeAttached();
  const box = page.getByLabel('Search operations');
  await box.fill('trace.asset_exists');
  await expect(operation(page, 'post_add_event')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'of' })).toContainText(/^\d+ of \d+ operations$/);
  await box.fill('participnts');
  await expect(operation(page, 'get_participants_list')).toBeVisible();
  await expect(page).toHaveURL(/search=participnts/);
  await box.fill('nothing like this');
  await expect(page.getByText('No matching operations')).toBeVisible();
  await page.getByRole('button', { name: 'Show all operations' }).click();
  await expect(operation(page, 'get_health')).toBeVisible();
});

test('programs come in three languages, and can be copied unchanged', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api-docs#get_assets');
  await expect(page.locator('main#content')).toBeAttached();
  const view = operation(page, 'get_assets');
  await view.getByRole('radio', { name: 'Python' }).click();
  await expect(page).toHaveURL(/language=python/);
  await view.getByRole('button', { name: 'Copy Python program' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('import urllib.request');
  expect(copied).toContain(`${baseURL}/api/assets?`);
  await view.getByRole('radio', { name: 'JavaScript' }).click();
  await expect(view.getByRole('group', { name: 'JavaScript program' })).toContainText('await fetch(');
});

test('the API can be exported as OpenAPI and as a Postman collection', async ({ page, baseURL }) => {
  await page.goto('/api-docs');
  await expect(page.locator('main#content')).toBeAttached();
  const saved = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), value: JSON.parse(await readFile(await file.path(), 'utf8')) };
  };
  const openApi = await saved('OpenAPI');
  expect(openApi.name).toBe('cairn-openapi.json');
  expect(openApi.value).toEqual(await documentOf(page));
  const { name, value } = await saved('Postman collection');
  expect(name).toBe('cairn-postman-collection.json');
  expect(value.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  expect(value.variable).toContainEqual({ key: 'baseUrl', value: baseURL });
  const requests = (value.item as { item: unknown[] }[]).flatMap((folder) => folder.item);
  const operations = Object.values(openApi.value.paths as object).flatMap((methods) => Object.keys(methods));
  expect(requests.length).toBe(operations.length);
});

test('an unreadable description is reported and can be retried', async ({ page }) => {
  await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.goto('/api-docs');
  await expect(page.locator('main#content')).toBeAttached();
  await expect(page.getByText("Couldn't load the API description")).toBeVisible();
  await page.unroute('**/api/openapi.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(operation(page, 'get_health')).toBeVisible();
});

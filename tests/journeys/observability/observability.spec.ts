import { accepting } from '../../support/collector/collector.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test.beforeEach(({ collector }) => collector.behave(accepting));

const runDemo = (page: Page) => page.getByRole('button', { name: 'Run Phoenix Demo' }).click();
const demoCard = (page: Page) => page.getByRole('region', { name: 'Phoenix demo' });

test('a click creates a real trace that the collector receives, and the page shows it', async ({ page, collector }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/observability');
  await expect(page.getByText('Phoenix is set up')).toBeVisible();
  await runDemo(page);
  await expect(demoCard(page).getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(demoCard(page).getByRole('list', { name: 'Steps of the demo' }).getByRole('listitem')).toHaveCount(4);

  await demoCard(page).getByRole('button', { name: 'Open trace' }).click();
  await expect(page).toHaveURL(/trace=[0-9a-f]{32}/);
  const traceId = new URL(page.url()).searchParams.get('trace');
  const received = collector.spans().filter((span) => span.traceId === traceId);
  const kinds = received.map(({ attributes }) => attributes['openinference.span.kind']);
  expect(kinds).toEqual(expect.arrayContaining(['CHAIN', 'AGENT', 'TOOL']));
  expect(collector.received.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer journey-key',
    'x-project-name': 'journeys',
  });

  const sheet = page.getByRole('dialog', { name: 'Trace' });
  await expect(sheet.getByText('phoenix demo').first()).toBeVisible();
  await page.reload();
  const spans = page.getByRole('dialog', { name: 'Trace' }).getByRole('region', { name: 'Spans' });
  await expect(spans.getByText('phoenix demo')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/trace=/);
  await expect(page.getByRole('region', { name: 'Exporters' })).toContainText(/[1-9][\d,]* spans/);
});

test('a refusal is reported with its status', async ({ page, collector }) => {
  collector.behave({ kind: 'status', status: 401 });
  await signInAs(page, 'demo-maker');
  await page.goto('/observability');
  await runDemo(page);
  await expect(demoCard(page).getByText('Rejected', { exact: true })).toBeVisible();
  await expect(demoCard(page)).toContainText('The endpoint answered 401.');
  await expect(page.getByRole('region', { name: 'Exporters' })).toContainText('The endpoint answered 401.');
  await expect(page.getByText('journey-key')).toHaveCount(0);
});

test('a demo that cannot run is reported', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/observability');
  await page.route('**/api/observability/demo', (route) => route.abort());
  await runDemo(page);
  await expect(page.getByText('Demo Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Could not run observability demo', { exact: true })).toBeVisible();
});

test('traces can be filtered by a shareable URL, and found by the id of a request', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/observability?tab=traces');
  const list = page.getByRole('region', { name: 'Recent traces' });
  await page.getByLabel('Route').fill('/api/observability');
  await expect(page).toHaveURL(/route=%2Fapi%2Fobservability/);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('2xx');
  await expect(page).toHaveURL(/status=2xx/);
  const names = list.getByRole('row').nth(1);
  await expect(names).toContainText('/api/observability');
  await page.reload();
  await expect(page.getByLabel('Route')).toHaveValue('/api/observability');

  const answer = await page.request.get('/api/assets?page=none');
  const { requestId } = (await answer.json()) as { requestId: string };
  await page.goto(`/observability?trace=${requestId}`);
  const sheet = page.getByRole('dialog', { name: 'Trace' });
  await expect(sheet.getByText('GET /api/assets').first()).toBeVisible();
  await expect(sheet.getByText('400', { exact: true }).first()).toBeVisible();
});

test('latency can be sorted and exported', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/observability?tab=routes');
  const table = page.getByRole('region', { name: 'Latency and errors by route' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await table.getByRole('button', { name: 'p99' }).click();
  await expect(table.getByRole('columnheader', { name: 'p99' })).toHaveAttribute('aria-sort', /ascending|descending/);
  const download = page.waitForEvent('download');
  await table.getByRole('button', { name: /CSV|Export/ }).click();
  const text = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString();
  expect(text.split('\n')[0]).toContain('Route,Requests,p50,p95,p99');
});

test('a shipper sees which roles have access', async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/observability');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Observability' })).toHaveCount(0);
});

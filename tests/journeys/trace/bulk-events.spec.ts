import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a file with a bad row is reviewed and sent without it, and resending records nothing twice', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  const asset = `CSV-${Date.now().toString(36)}`;
  const csv = [
    'Action;Asset ID;Location;carrier',
    `manufactured;${asset}-1;"Plant; hall 2";`,
    `shipped;${asset}-1;Bergen;Rail`,
    'shipped;;nowhere;',
    `manufactured;${asset}-2;Plant;`,
  ].join('\r\n');
  const file = { name: 'shift.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) };

  await page.goto('/events');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(page).toHaveURL(/action=import/);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Choose a CSV file').setInputFiles(file);
  await expect(sheet.getByRole('region', { name: 'Rows with an error' })).toContainText('line 4Asset ID is required');
  const send = sheet.getByRole('button', { name: 'Record 3 events' });
  await expect(send).toBeDisabled();
  await sheet.getByRole('checkbox', { name: 'Leave out the row with an error' }).click();
  await send.click();
  await expect(sheet.getByText('3 of 3 events recorded')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Save result' }).click(),
  ]);
  const result = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(result).toHaveLength(4);
  expect(result[2]).toMatch(new RegExp(`^2,demo-maker,shipped,${asset}-1,recorded,\\d+,[0-9a-f]{64},$`));
  await sheet.getByRole('button', { name: 'Done' }).click();

  await sheet.getByLabel('Choose a CSV file').setInputFiles(file);
  await sheet.getByRole('checkbox').click();
  await sheet.getByRole('button', { name: 'Record 3 events' }).click();
  await expect(sheet.getByText('3 of 3 events recorded')).toBeVisible();
  const answer = await page.request.get(`/api/assets/${asset}-1`);
  const { asset: read, history } = await answer.json();
  expect(history).toHaveLength(2);
  expect(read.currentLocation).toBe('Bergen');
});

test('a corrected file records only what changed, and the review shows when each event happened', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  const asset = `FIX-${Date.now().toString(36)}`;
  const fileOf = (last: string) => ({
    name: 'shift.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['action,asset_id,timestamp', `manufactured,${asset},2026-01-01`, `shipped,${asset},2026-01-02`, last].join('\n'),
    ),
  });
  await page.goto('/events?action=import');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Choose a CSV file').setInputFiles(fileOf('shipped,NOT-THERE-9,2026-01-03'));
  await expect(sheet.getByRole('region', { name: 'Events to record' })).toContainText('2026-01-02');
  await sheet.getByRole('button', { name: 'Record 3 events' }).click();
  await expect(sheet.getByText('2 of 3 events recorded')).toBeVisible();
  await sheet.getByRole('button', { name: 'Discard remaining and finish' }).click();

  await sheet.getByLabel('Choose a CSV file').setInputFiles(fileOf(`received,${asset},2026-01-03`));
  await sheet.getByRole('button', { name: 'Record 3 events' }).click();
  await expect(sheet.getByText('3 of 3 events recorded')).toBeVisible();
  const { history } = (await (await page.request.get(`/api/assets/${asset}`)).json()) as {
    history: { action: string }[];
  };
  expect(history.map(({ action }) => action)).toEqual(['manufactured', 'shipped', 'received']);
});

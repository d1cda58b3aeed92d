import { asOwner } from '../support/as-owner.ts';
import { expect, test } from '../support/journey.ts';

// The tests tamper with the server of this file, so no other file shares it.
test.use({ serverName: 'tampered-asset' });

const assetId = 'KVC-BERGEN-1';

test('an asset whose rows were changed in the database fails verification, and the page names the contradicting blocks', async ({
  page,
  server,
}) => {
  const verify = async () => {
    await page.goto(`/assets/${assetId}`);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Verify again' })).toBeEnabled();
  };
  const tamper = (sql: string) => asOwner(server.folder, sql);
  const where = `where asset_id = '${assetId}'`;

  await verify();
  await expect(page.getByText('6 of 6 steps verified', { exact: true })).toBeVisible();

  await tamper(`update assets set name = 'Gold bars' ${where};
    update asset_states set status = 'shipped', location = 'Atlantis', custodian = 'demo-maker' ${where}`);
  await verify();
  await expect(page.getByText('This journey failed verification')).toBeVisible();
  for (const [fact, shown] of [
    ['Name', 'Gold bars'],
    ['Status', 'shipped'],
    ['Location', 'Atlantis'],
    ['In custody of', 'demo-maker'],
  ])
    await expect(
      page.getByText(new RegExp(`${fact}: this page shows “${shown}”, but block [\\d,]+ says “`)),
    ).toBeVisible();

  await tamper(`insert into event_marks (block_index, asset_id, happened_milliseconds, anomalies, corrected_by)
    select min(index), asset_id, 0, '{}', max(index) from (
      select index, asset_id from blocks ${where} order by index offset 1
    ) as later group by asset_id`);
  await verify();
  await expect(page.getByText(/is shown as corrected by block [\d,]+, which does not correct it/)).toBeVisible();
  await page.goto(`/api/chain/assets/${assetId}/evidence`);
  await expect(page.getByText(/✕ All 6 blocks are .*, but this server’s index contradicts the blocks/)).toBeVisible();
});

test('a hidden step of an asset breaks the chain, and its page reports it', async ({ page, server }) => {
  await asOwner(
    server.folder,
    `update blocks set asset_id = 'HIDDEN' where index = (select max(index) from blocks where asset_id = '${assetId}')`,
  );
  await expect
    .poll(async () => (await (await page.request.get('/api/chain/validate')).json()).state, { timeout: 30_000 })
    .toBe('invalid');
  await page.goto(`/assets/${assetId}`);
  await expect(page.getByText('The chain is broken.')).toBeVisible();
  await page.goto(`/api/chain/assets/${assetId}/evidence`);
  await expect(page.getByText(/✕ All 5 blocks are unchanged and signed, but .*the chain is broken/)).toBeVisible();
});

import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('the chain can be walked and a block verified with the keyboard alone', async ({ page }) => {
  await page.goto('/blockchain?block=500');
  await expect(page.getByRole('heading', { name: 'Block 500' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'Block 499' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Block 501' })).toBeVisible();
  await expect(page).toHaveURL(/block=501/);
  await page.getByRole('button', { name: 'Verify', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Block 501 is unchanged')).toBeVisible();
  await expect(page.getByText(/^Content unchanged · Linked to block 500 · Signed$/)).toBeVisible();
  const openChecks = async () => {
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  };
  await openChecks();
  await expect(page.getByText(/This browser trusts it from now on/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Verify', exact: true }).press('Enter');
  await expect(page.getByText('Block 501 is unchanged')).toBeVisible();
  await openChecks();
  await expect(page.getByText(/has trusted since/)).toBeVisible();
});

test('a block without a covering checkpoint is verified as soon as one covers it', async ({ page }) => {
  let early = 2;
  await page.route('**/api/chain/blocks/*/proof*', async (route) => {
    if (early-- <= 0) return route.continue();
    // The server's own refusal for a checkpoint over more blocks than exist.
    return route.fulfill({ response: await page.request.get('/api/chain/blocks/500/proof?size=9999999') });
  });
  await page.goto('/blockchain?block=500');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Block 500 is unchanged')).toBeVisible();
  expect(early).toBeLessThan(0);
});

test('a block can be found by its hash, and unknown and malformed names get different messages', async ({ page }) => {
  const block = (await (await page.request.get('/api/chain/blocks/0')).json()) as { hash: string };
  await page.goto(`/blockchain?block=${block.hash}`);
  await expect(page.getByRole('heading', { name: 'Genesis Block' })).toBeVisible();
  await page.goto('/blockchain?block=99999999');
  await expect(page.getByText('Block not found')).toBeVisible();
  await page.goto('/blockchain?block=pebble');
  await expect(page.getByText('Not a valid block')).toBeVisible();
});

test('pages of the chain stay stable while walking to its start, and the graph shows the same blocks', async ({
  page,
}) => {
  await page.goto('/blockchain');
  await page.getByRole('button', { name: 'Older blocks' }).click();
  await page.getByRole('button', { name: 'Older blocks' }).click();
  await expect(page).toHaveURL(/before=\d+/);
  await page.getByRole('searchbox').fill('0');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Genesis Block' })).toBeVisible();
  await page.getByRole('radio', { name: 'Graph View' }).click();
  await expect(page.getByRole('region', { name: 'Graph of blocks' }).getByText('Genesis Block').first()).toBeVisible();
});

test('the graph and its open node are in the URL, and can be exported as a picture and data', async ({ page }) => {
  const { history } = await (await page.request.get('/api/assets/HLX-2026-025')).json();
  await page.goto(`/blockchain?block=${history[0].blockIndex}&view=graph`);
  const graph = page.getByRole('region', { name: 'Graph of blocks' });
  await graph.getByLabel('Blocks shown').selectOption('15');
  await expect(page).toHaveURL(/depth=15/);
  await expect(graph.getByRole('button', { name: /^#/ })).toHaveCount(15);
  await graph.getByRole('button', { name: /asset/, expanded: false }).first().click();
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(graph.getByRole('button', { name: /asset/, expanded: true })).toBeVisible();

  const save = async (item: string) => {
    await graph.getByRole('button', { name: 'Download the graph' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return (await download).createReadStream();
  };
  const read = async (item: string) => Buffer.concat(await (await save(item)).toArray());
  expect((await read('PNG picture')).subarray(1, 4).toString()).toBe('PNG');
  expect((await read('SVG picture')).toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  const data = JSON.parse((await read('JSON data')).toString()) as { blocks: { index: number }[] };
  expect(data.blocks.map((block) => block.index)).toContain(history[0].blockIndex);
});

test('a block can be read as JSON and compared with another, and times can be shown as dates', async ({ page }) => {
  const block = (await (await page.request.get('/api/chain/blocks/500')).json()) as { hash: string };
  await page.goto('/blockchain?block=500');
  await page.getByRole('tab', { name: 'Raw JSON' }).click();
  await expect(page).toHaveURL(/tab=raw/);
  await expect(page.getByRole('region', { name: 'Block', exact: true })).toContainText(block.hash);
  await page.getByRole('button', { name: 'Compare with another block' }).click();
  const comparison = page.getByRole('dialog', { name: 'Compare #500' });
  await expect(comparison.getByText('#500 → #499')).toBeVisible();
  await comparison.getByLabel('With block').fill('500');
  await comparison.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(comparison.getByText('Both are the same block.')).toBeVisible();
  await comparison.getByLabel('With block').fill('pebble');
  await comparison.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(comparison.getByText('Enter an index (123) or a hash of 64 hex digits.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show exact times' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show relative times' })).toBeVisible();
});

test('on a phone, a tap anywhere on a row opens the block over the list, which stays where it was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Blocks of the demo: newer ones, and ids of any length, come from other journeys.
  await page.goto('/blockchain?before=500');
  const row = page.getByRole('list', { name: 'Blocks' }).getByRole('listitem').filter({ hasText: /^#/ }).nth(8);
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  const index = Number(/#([\d,]+)/.exec((await row.textContent()) ?? '')?.[1]?.replace(',', ''));
  expect(box?.height).toBeLessThan(90);
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 4);
  const sheet = page.getByRole('dialog', { name: `Block ${index.toLocaleString('en-US')}` });
  await expect(sheet).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`block=${index}`));
  const { hash } = (await (await page.request.get(`/api/chain/blocks/${index}`)).json()) as { hash: string };
  await sheet.getByRole('tab', { name: 'Raw JSON' }).click();
  await expect(sheet).toContainText(hash);
  await sheet.getByRole('button', { name: 'Previous block' }).click();
  await expect(page.getByRole('dialog', { name: `Block ${(index - 1).toLocaleString('en-US')}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await row.boundingBox())?.y).toBe(box?.y);
  await page.getByRole('button', { name: 'Older blocks' }).click();
  await expect(page).toHaveURL(/before=(?!500\b)\d+/);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('on a phone, Back closes the sheet of a block, Forward opens it again, and a link to it opens it too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/assets');
  await page.goto('/blockchain?before=500');
  const blocks = page.getByRole('list', { name: 'Blocks' });
  const open = blocks.getByRole('button', { name: /^Open/ });
  const sheet = page.getByRole('dialog', { name: /^Block \d+$/ });
  await open.nth(3).click();
  await sheet.getByRole('button', { name: 'Previous block' }).click();
  await expect(page).toHaveURL(/block=495/);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/blockchain\?before=500$/);
  await page.goForward();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/assets$/);

  await page.goto('/blockchain?block=12');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/blockchain\?before=\d+$/);
});

test('on a phone, a row of blocks says what they record in words, and leaves out what a block does not have', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/blockchain');
  const rows = page.getByRole('list', { name: 'Blocks' });
  await expect(rows.getByRole('listitem').first()).toBeVisible();
  for (const words of [/\b(none|the ledger)\b/, /[a-z]+\.[a-z]+/]) await expect(rows).not.toContainText(words);
  const captions = page.getByRole('listbox', { name: 'Blocks' }).getByRole('option').locator('span');
  const cut = await captions.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0).map((each) => each.textContent),
  );
  expect(cut).toEqual([]);
});

test('a full validation shows progress and a result to authorized users', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/blockchain?action=validate');
  await expect(page.getByText('All blocks are valid')).toBeVisible();
});

test('users who may not validate still see the verdict', async ({ page }) => {
  await page.goto('/blockchain?action=validate');
  await expect(page.getByText(/Manufacturers and the role other can start a full validation/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Background verifier' })).toContainText('Valid');
});

test('an ID of any length is whole in the list of blocks, and on a phone a tap on it opens the block', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/blockchain');
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const assetId = `https://id.gs1.org/01/09506000134352/10/LOT-2026-11-25/21/SERIAL-${crypto.randomUUID()}`;
  const recorded = await page.request.post('/api/add-event', {
    headers: { authorization: `Bearer ${token}` },
    data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: {} },
  });
  const { block } = (await recorded.json()) as { block: { index: number } };
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(`/blockchain?before=${block.index + 1}`);
  const id = page.getByRole('row').getByText(assetId, { exact: true });
  await expect(id).toBeVisible();
  const cut = (cell: HTMLElement) =>
    cell.scrollWidth > cell.clientWidth || getComputedStyle(cell).whiteSpace === 'nowrap';
  expect(await id.locator('xpath=ancestor::td').evaluate(cut)).toBe(false);

  await page.setViewportSize({ width: 390, height: 844 });
  const shown = page.getByRole('list', { name: 'Blocks' }).getByText(assetId, { exact: true });
  const box = await shown.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
  await expect(page.getByRole('dialog', { name: `Block ${block.index.toLocaleString('en-US')}` })).toBeVisible();
});

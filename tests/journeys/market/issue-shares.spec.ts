import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

/** Reads a balance as any third party does: a plain JSON-RPC call of `balanceOf(address,uint256)`. */
async function balanceOf(page: Page, contract: string, holder: string, token: string): Promise<number> {
  const word = (hex: string) => hex.replace('0x', '').padStart(64, '0');
  const data = `0x00fdd58e${word(holder)}${word(BigInt(token).toString(16))}`;
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: contract, data }, 'latest'] };
  const answer = await page.request.post('/rpc', { data: call });
  return Number(((await answer.json()) as { result: string }).result);
}

test('the city issues shares of a property, and the network shows their holders', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/nft?tab=issue&property=HB-0012-008');
  const form = page.getByRole('region', { name: 'Issue shares of a property' });
  await expect(form.getByRole('combobox', { name: 'Property' })).not.toHaveValue('');
  await form.getByLabel('Number of shares').fill('40');
  await form.getByLabel('Minimum purchase, shares').fill('41');
  await form.getByRole('button', { name: 'Review and Issue' }).click();
  await expect(form.getByText('The minimum purchase is at most the number of shares')).toBeVisible();
  await form.getByLabel('Minimum purchase, shares').fill('2');
  await form.getByRole('button', { name: 'Review and Issue' }).click();
  const dialog = page.getByRole('dialog', { name: /^Issue shares of / });
  await expect(dialog.getByText('This cannot be taken back: a property is issued once.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Issue Shares' }).click();
  await page.getByRole('button', { name: 'Show the Shares' }).click();
  await expect(page).toHaveURL(/token=\d+/);
  await expect(page.getByRole('region', { name: 'Activity' }).getByText('Final')).toBeVisible();

  const token = new URL(page.url()).searchParams.get('token') ?? '';
  const answer = await page.request.get('/api/nft/properties?search=HB-0012-008');
  const { properties } = (await answer.json()) as {
    properties: {
      currentOwnership: { holder: string; shares: number }[];
      nftMetadata: { tokenId: string; contractAddress: string };
    }[];
  };
  const [property] = properties;
  expect(property?.nftMetadata.tokenId).toBe(token);
  let sum = 0;
  for (const { holder, shares } of property?.currentOwnership ?? []) {
    expect(await balanceOf(page, property?.nftMetadata.contractAddress ?? '', holder, token)).toBe(shares);
    sum += shares;
  }
  expect(sum).toBe(40);

  await page.goto('/nft?tab=issue&property=HB-0012-008');
  await expect(form.getByRole('combobox', { name: 'Property' })).not.toHaveValue('');
  await form.getByRole('button', { name: 'Review and Issue' }).click();
  await dialog.getByRole('button', { name: 'Issue Shares' }).click();
  await expect(form.getByText('Shares of HB-0012-008 already exist.')).toBeVisible();
});

test('the share market asks visitors to sign in, and shows no form to those who cannot issue', async ({ page }) => {
  await page.goto('/nft');
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await signInAs(page, 'demo-shipper');
  await page.goto('/nft');
  await expect(page.getByRole('region', { name: 'Properties with shares' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Fractionalize' })).toHaveCount(0);
  await page.goto('/nft?tab=issue');
  await expect(page.getByText('Your account cannot issue shares.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the Properties' }).click();
  await expect(page).not.toHaveURL(/tab=/);
  await page.goto('/nft?tab=cash');
  await expect(page.getByText('Your account cannot open the cash desk.')).toBeVisible();
  await page.goto('/nft?token=987654');
  await expect(page.getByText('Token 987654 is not in this list.')).toBeVisible();
  await page.getByRole('button', { name: 'Show All Properties' }).click();
  await expect(page).not.toHaveURL(/token=/);
});

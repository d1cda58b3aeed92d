import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a resident stores a card, turns autopay on, sees the next charge with its fee, and removes the card', async ({
  page,
}) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=autopay');
  const cards = page.getByRole('region', { name: 'Your cards' });
  await cards.getByRole('button', { name: 'Store a card' }).click();
  await expect(cards.getByRole('button', { name: 'Remove TEST card that pays immediately' })).toBeVisible();

  const property = page.getByRole('region', { name: '269 Main Street' });
  await expect(property.getByText(/^The next charge would be \$[\d,.]+ on /)).toBeVisible();
  await property.getByLabel('When').selectOption('30');
  await property.getByRole('button', { name: 'Turn on autopay' }).click();
  await expect(property.getByText('Autopay is on')).toBeVisible();
  await expect(property.getByText(/^Next charge: \$[\d,.]+ on .+, of which \$[\d,.]+ is the fee\./)).toBeVisible();

  await property.getByRole('button', { name: 'Turn off' }).click();
  await expect(property.getByText('Autopay is off')).toBeVisible();
  await cards.getByRole('button', { name: 'Remove TEST card that pays immediately' }).click();
  const question = page.getByRole('dialog', { name: 'Remove TEST card that pays immediately?' });
  await question.getByRole('button', { name: 'Remove card' }).click();
  await expect(property.getByText('Store a card to pay this property automatically.')).toBeVisible();
});

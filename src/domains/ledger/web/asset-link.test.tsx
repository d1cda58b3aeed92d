import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { AssetLink } from './asset-link.tsx';

test('an asset is linked by its name, followed by its ID', async () => {
  await renderApp(<AssetLink id="KVC-7" name="Washed Arabica" />);
  expect((await screen.findByRole('link', { name: 'Washed Arabica KVC-7' })).getAttribute('href')).toBe(
    '/assets/KVC-7',
  );
});

test('an asset without a name is linked by its ID alone', async () => {
  await renderApp(<AssetLink id="KVC-7" name="KVC-7" />);
  expect(await screen.findByRole('link', { name: 'KVC-7' })).toBeTruthy();
});

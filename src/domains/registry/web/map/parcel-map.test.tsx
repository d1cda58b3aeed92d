import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { ParcelMap } from './parcel-map.tsx';

const overview = {
  version: '7-0',
  parcels: 150,
  bounds: { west: -33.41, south: 44.59, east: -33.39, north: 44.61 },
  neighborhoods: [],
};
const open = async (colorBy: 'use' | 'owed' = 'use') => {
  const onColorBy = vi.fn();
  const { user } = await renderApp(
    <ParcelMap
      colorBy={colorBy}
      onColorBy={onColorBy}
      filter={{}}
      selectedId={undefined}
      onSelect={() => undefined}
      listId="list"
    />,
  );
  return { user, onColorBy };
};

test('points to the list where the device has no WebGL', async () => {
  stubServer({ 'GET /api/detroit/map': () => json(overview) });
  await open();
  expect(await screen.findByText("This device can't draw the map. The list shows the same properties.")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Skip the map' }).getAttribute('href')).toBe('#list');
});

test('explains its colors, and offers to color by another property', async () => {
  stubServer({ 'GET /api/detroit/map': () => json(overview) });
  const { user, onColorBy } = await open('owed');
  const legend = await screen.findByRole('list', { name: 'Colors of the map' });
  expect(legend.textContent).toContain('Nothing owed');
  await user.click(screen.getByRole('radio', { name: 'Status' }));
  expect(onColorBy).toHaveBeenCalledWith('status');
});

test('is absent while no property has a geometry', async () => {
  stubServer({ 'GET /api/detroit/map': () => json({ ...overview, parcels: 0, bounds: null }) });
  await open();
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Map' })).toBeNull());
});

test('offers a retry if the server does not answer', async () => {
  stubServer({ 'GET /api/detroit/map': () => refusal(500, 'Something failed') });
  await open();
  expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeTruthy();
});

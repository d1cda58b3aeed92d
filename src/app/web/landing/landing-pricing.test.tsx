import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { LandingPricing } from './landing-pricing.tsx';
import { SignUpLink, SignUpNote } from './start-links.tsx';

const measure = { percent: 100, objectivePercent: 100, explanation: '' };
const health = (billing: boolean) => ({
  status: 'ok',
  blockchain_valid: true,
  blockchain_state: 'valid',
  blockchain_length: 1204,
  total_participants: 3,
  blockGeneration: measure,
  networkSync: measure,
  demo: false,
  billing,
  version: '1.0.0',
  startedAt: '2026-03-01T08:00:00.000Z',
});
const page = (
  <>
    <SignUpLink />
    <SignUpNote />
    <LandingPricing />
  </>
);

test('offers the trial and the plans on a server with billing', async () => {
  stubServer({ 'GET /api/health': () => json(health(true)) });
  await renderApp(page);
  expect((await screen.findAllByRole('link', { name: 'Start Free Trial' })).length).toBe(2);
  expect(screen.getByText('$39.00')).toBeTruthy();
});

test('offers no trial and shows no price on a server without billing', async () => {
  stubServer({ 'GET /api/health': () => json(health(false)) });
  await renderApp(page);
  expect(await screen.findByText('This server charges nothing and has no plans.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an Account' })).toBeTruthy();
  expect(screen.queryByText(/\$|Trial|14 days/)).toBeNull();
});

import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { JourneyVerification } from './journey-verification.tsx';

const history: readonly HistoryEvent[] = [1, 2, 3].map((blockIndex) => ({
  blockIndex,
  blockHash: String(blockIndex).repeat(64),
  action: 'shipped',
  participant: 'acme-coffee',
  timestamp: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-01T08:00:00.000Z',
  status: 'shipped',
  anomalies: [],
  meta: {},
}));

const show = async ({ complete }: { complete: boolean }) => {
  stubServer({});
  return renderApp(
    <JourneyVerification
      assetId="HLX-1"
      history={history}
      complete={complete}
      total={complete ? 3 : 400}
      onBroken={() => {}}
    />,
  );
};

test('shows how many steps it would verify', async () => {
  await show({ complete: true });
  expect(screen.getByText('3 steps, not verified in this browser yet')).toBeTruthy();
  cleanup();
  await show({ complete: false });
  expect(screen.getByText('The first 3 of 400 steps, not verified in this browser yet')).toBeTruthy();
});

function GrowingJourney() {
  const [steps, setSteps] = useState(history.slice(0, 2));
  return (
    <>
      <button type="button" onClick={() => setSteps([...history])}>
        Load
      </button>
      <JourneyVerification assetId="HLX-1" history={steps} complete total={steps.length} />
    </>
  );
}

test('shows no outcome of an earlier verification for other steps', async () => {
  stubServer({});
  const { user } = await renderApp(<GrowingJourney />);
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(/could not be reached/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load' }));
  expect(screen.getByText('3 steps, not verified in this browser yet')).toBeTruthy();
  expect(screen.queryByText(/could not be reached/)).toBeNull();
});

test('does not call a journey verified when the proofs fail to load', async () => {
  const { user } = await show({ complete: true });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(/could not be reached/)).toBeTruthy();
  expect(screen.queryByText(/steps verified/)).toBeNull();
});

test('offers the sheet, the PDF and the proofs of the asset in one menu', async () => {
  const { user } = await show({ complete: true });
  await user.click(screen.getByRole('button', { name: 'Evidence' }));
  const links = (await screen.findAllByRole('menuitem')).map((item) => item.getAttribute('href'));
  expect(links).toEqual([
    expect.stringMatching(/HLX-1.*format=html/),
    expect.stringMatching(/HLX-1.*format=pdf/),
    expect.stringMatching(/HLX-1/),
  ]);
});

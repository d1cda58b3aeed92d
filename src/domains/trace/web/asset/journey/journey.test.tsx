import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { Journey } from './journey.tsx';
import { StepStrip } from './step-strip.tsx';

const eventOf = (blockIndex: number, action: string, change: Partial<HistoryEvent> = {}): HistoryEvent => ({
  blockIndex,
  blockHash: String(blockIndex % 10).repeat(64),
  action,
  participant: 'acme-coffee',
  timestamp: `2026-03-0${blockIndex}T08:00:00.000Z`,
  recordedAt: `2026-03-0${blockIndex}T08:05:00.000Z`,
  status: 'in transit',
  anomalies: [],
  meta: { temperature: 4 },
  ...change,
});
const history: readonly HistoryEvent[] = [
  eventOf(2, 'manufactured', { status: 'manufactured', location: 'Oslo' }),
  eventOf(3, 'shipped', { correctedBy: 5, anomalies: [] }),
  eventOf(5, 'correction', { corrects: 3, recordedBy: 'north-dock' }),
];

function Page({ broken = [] }: { broken?: readonly number[] }) {
  const brokenBlocks = new Set(broken);
  const [selected, setSelected] = useState<number>();
  return (
    <>
      <input aria-label="Somewhere to type" />
      <StepStrip history={history} selected={selected} onSelect={setSelected} broken={brokenBlocks} />
      <Journey assetId="HLX-1" history={history} selected={selected} onSelect={setSelected} broken={brokenBlocks} />
      <output>{selected}</output>
    </>
  );
}
const show = async () => {
  stubServer({});
  return renderApp(<Page />);
};
const steps = () => within(screen.getByRole('list', { name: 'Journey' })).getAllByRole('listitem');
const selected = () => screen.getByRole('status').textContent;

test('lists every step from the first to now, with who, where and its block', async () => {
  await show();
  expect(steps()).toHaveLength(3);
  const [made, shipped, correction] = steps() as [HTMLElement, HTMLElement, HTMLElement];
  expect(made.textContent).toContain('Manufactured');
  expect(made.textContent).toContain('acme-coffee · Oslo');
  expect(within(made).getByRole('link', { name: /2/ }).getAttribute('href')).toContain('/blockchain');
  expect(within(shipped).getByText('corrected')).toBeTruthy();
  expect(shipped.textContent).toContain('No longer counts: corrected by block');
  expect(correction.textContent).toContain('acme-coffee (recorded by north-dock)');
  expect(correction.textContent).toContain('Corrects block');
});

test('tilts the stone of a step that failed verification, with the word next to it', async () => {
  stubServer({});
  await renderApp(<Page broken={[3]} />);
  const stones = screen.getAllByRole('option');
  expect(stones.map((stone) => stone.querySelector('[data-tilted]') !== null)).toEqual([false, true, false]);
  expect(stones[1]?.textContent).toContain('Broken');
  expect(within(steps()[1] as HTMLElement).getByText('broken')).toBeTruthy();
  expect(screen.getAllByText(/^broken$/i)).toHaveLength(2);
});

test('selects a step in the timeline, and shows it there and in the row of stones', async () => {
  const { user } = await show();
  await user.click(within(steps()[1] as HTMLElement).getByRole('button', { name: 'Shipped' }));
  expect(selected()).toBe('3');
  expect(steps().map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Shipped');
});

test('enters the row of stones with Tab and walks it with the arrow keys', async () => {
  const { user } = await show();
  screen.getByLabelText('Somewhere to type').focus();
  await user.tab();
  expect(document.activeElement?.textContent).toContain('Manufactured');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(selected()).toBe('3');
  await user.keyboard('{End}{ArrowRight}');
  expect(selected()).toBe('5');
  await user.keyboard('{ArrowLeft}');
  expect(selected()).toBe('3');
});

test('walks the steps with the bracket keys and stops at both ends', async () => {
  const { user } = await show();
  await user.keyboard(']');
  expect(selected()).toBe('2');
  await user.keyboard(']]]');
  expect(selected()).toBe('5');
  await user.keyboard('[[[[');
  expect(selected()).toBe('2');
});

test('leaves brackets to a field that is being typed in', async () => {
  const { user } = await show();
  await user.type(screen.getByLabelText('Somewhere to type'), '[[]');
  expect(selected()).toBe('');
});

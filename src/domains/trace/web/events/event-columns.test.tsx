import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Activity } from '#domains/trace/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { eventColumns } from './event-columns.tsx';

const happened = '2026-03-01T08:00:00.000Z';
const recorded = '2026-03-05T09:00:00.000Z';
const event: Activity = {
  id: '7',
  action: 'shipped',
  participantName: 'acme-coffee',
  timestamp: happened,
  recordedAt: recorded,
  blockIndex: 7,
  anomalies: [],
};

test.each([
  ['happened', 'Happened', happened, recorded, / · recorded /],
  ['recorded', 'Recorded', recorded, happened, / · happened /],
] as const)(
  'a list by when events %s shows that time first, and names the other',
  async (clock, header, own, other, words) => {
    stubServer({});
    const column = eventColumns(clock, {}).find(({ id }) => id === 'time');
    expect([column?.header, column?.text?.(event)]).toEqual([header, own]);
    await renderApp(<p data-testid="times">{column?.cell(event)}</p>);
    const times = screen.getByTestId('times');
    expect([...times.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([own, other]);
    expect(times.textContent).toMatch(words);
  },
);

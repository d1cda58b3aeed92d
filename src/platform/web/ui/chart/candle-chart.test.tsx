import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Candle, CandleChart } from './candle-chart.tsx';

const candleAt = (position: number): Candle => ({
  name: `Day ${position}`,
  position,
  open: 20_000,
  high: 21_000,
  low: 19_000,
  close: 20_500,
  count: 3,
});

/** Returns where the slot of each drawn candle begins, in percent of the width. */
function placesOf(positions: readonly number[]): number[] {
  const { container, unmount } = render(
    <CandleChart
      label="Prices by day"
      unit="Day"
      counted={{ one: 'share', many: 'shares' }}
      candles={positions.map(candleAt)}
      asTable={false}
    />,
  );
  const places = [...container.querySelectorAll('g > rect:first-child')].map((slot) =>
    Number.parseFloat(slot.getAttribute('x') ?? ''),
  );
  unmount();
  return places;
}

test('days without trades take as much room as the others', () => {
  expect(placesOf([100, 101, 119])).toEqual([0, 5, 95]);
});

test('a short time is next to the prices, and a long one shows its newest days', () => {
  expect(placesOf([7])).toEqual([expect.closeTo(1100 / 12)]);
  expect(placesOf([6, 7])).toEqual([expect.closeTo(1000 / 12), expect.closeTo(1100 / 12)]);
  expect(placesOf([0, 20, 21, 100])).toEqual([0, 98.75].map((place) => expect.closeTo(place)));
});

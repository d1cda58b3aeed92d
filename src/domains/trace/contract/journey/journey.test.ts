import { describe, expect, test } from 'vitest';
import type { AssetState, JourneyEvent } from './asset-state.ts';
import { applyEvent } from './journey.ts';

const rules = { protectedFrom: 0, receiptsOnlyFrom: 0 };

let index = 0;
const event = (participant: string, action: string, more: Partial<JourneyEvent> = {}): JourneyEvent => ({
  index: index++,
  action,
  participant,
  role: 'shipper',
  happenedAt: index * 1000,
  recordedAt: index * 1000,
  name: undefined,
  category: undefined,
  batch: undefined,
  location: 'Elsewhere',
  to: undefined,
  byAdministrator: false,
  ...more,
});

const after = (...events: JourneyEvent[]): AssetState => {
  let state: AssetState | undefined;
  for (const one of events) state = applyEvent('A', state, one, rules).state;
  if (state === undefined) throw new Error('No event');
  return state;
};

const made = () => event('holder', 'manufactured', { location: 'Plant' });
const situations = {
  held: () => after(made()),
  'held after a delivery': () =>
    after(event('maker', 'manufactured'), event('maker', 'shipped'), event('holder', 'delivered')),
  'in an open shipment': () => after(made(), event('holder', 'shipped')),
  'in an open return': () => after(made(), event('holder', 'shipped'), event('holder', 'returned')),
  'in an addressed shipment': () => after(made(), event('holder', 'shipped', { to: 'addressee' })),
  'in an addressed return': () => after(made(), event('holder', 'returned', { to: 'addressee' })),
} satisfies Record<string, () => AssetState>;

const actions: [action: string, to?: string][] = [
  ['manufactured'],
  ['shipped'],
  ['shipped', 'self'],
  ['shipped', 'somebody'],
  ['received'],
  ['delivered'],
  ['returned'],
  ['returned', 'self'],
  ['quality_check'],
  ['inspecting'],
  ['departing'],
  ['https://example.org/vocabulary/blessing'],
];

const cases = Object.entries(situations).flatMap(([situation, state]) =>
  ['holder', 'addressee', 'stranger', 'administrator'].flatMap((actor) =>
    ['manufacturer', 'shipper', 'retailer'].flatMap((role) =>
      actions.map(([action, to]) => ({ situation, state, actor, role, action, to })),
    ),
  ),
);

/** The rule of custody, stated independently of the code: who may record what. */
function isPermitted({ situation, actor, action }: (typeof cases)[number]): boolean {
  if (actor === 'holder' || actor === 'administrator') return true;
  if (actor === 'addressee' && situation.startsWith('in an addressed')) return true;
  return situation.startsWith('in an open') && (action === 'received' || action === 'delivered');
}

const custodyOf = ({ custodian, custodyIndex, inShipment, addressee, status, location }: AssetState) => ({
  custodian,
  custodyIndex,
  inShipment,
  addressee,
  status,
  location,
});

const apply = ({ state, actor, role, action, to }: (typeof cases)[number]) => {
  const before = state();
  const administered = actor === 'administrator' ? { byAdministrator: true } : {};
  const one = event(actor, action, { role, to: to === 'self' ? actor : to, ...administered });
  return { before, ...applyEvent('A', before, one, rules) };
};

describe('every action by every actor, in every situation', () => {
  const title = '$situation: $action to $to by $actor ($role)';

  test.each(cases.filter((one) => !isPermitted(one)))(`${title} is an anomaly and changes nothing`, (one) => {
    const { before, state, anomalies } = apply(one);
    expect(anomalies).toContain('not in custody');
    expect(custodyOf(state)).toEqual(custodyOf(before));
  });

  test.each(cases.filter(isPermitted))(`${title} is within custody`, (one) => {
    const { anomalies } = apply(one);
    expect(anomalies).not.toContain('not in custody');
  });

  const receipts = cases.filter(
    ({ situation, action }) => situation.startsWith('in an ') && (action === 'received' || action === 'delivered'),
  );
  test.each(receipts.filter((one) => isPermitted(one) && one.actor !== 'holder'))(
    `${title} takes the asset in, without an anomaly`,
    (one) => {
      const { state, anomalies } = apply(one);
      expect(anomalies).toEqual([]);
      expect(state).toMatchObject({ custodian: one.actor, inShipment: false, addressee: undefined });
    },
  );
});

test('an event from before the rule keeps its effect', () => {
  const before = situations['in an open shipment']();
  const taking = event('stranger', 'returned', { to: 'stranger' });
  const { state, anomalies } = applyEvent('A', before, taking, {
    protectedFrom: 0,
    receiptsOnlyFrom: taking.index + 1,
  });
  expect(anomalies).toEqual([]);
  expect(state).toMatchObject({ custodian: 'stranger', addressee: 'stranger' });
});

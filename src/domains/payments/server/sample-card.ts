import type { Method } from './method.ts';

/** The card of the demo, marked TEST, which pays at once. Without the demo it is not offered. */
export const sampleCard = (demo: boolean): Method => ({
  method: 'fiat',
  option: () => ({
    method: 'fiat',
    offered: demo,
    note: demo
      ? 'TEST: a sample card pays at once. No money moves.'
      : 'Not offered: no card provider is connected to this server.',
  }),
  reference: () => null,
  next: null,
});

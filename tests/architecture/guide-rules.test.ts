import { describe, expect, test } from 'vitest';
import { readDocumentation } from '#domains/assistant/server/documentation/read-documentation.ts';
import { newestPlan } from '#domains/billing/contract/plans.ts';
import { periodLines, sumOf, type Terms } from '#domains/billing/contract/pricing.ts';
import { TRIAL_DAYS, TRIAL_REMINDER_DAYS } from '#domains/billing/contract/subscription.ts';
import { INVITE_DAYS } from '#domains/billing/contract/team.ts';
import { dunningSteps, readOnlyDay } from '#domains/billing/server/dunning/dunning-steps.ts';
import { DUE_DAYS } from '#domains/billing/server/invoices/compose-invoice.ts';
import { canValidateChain } from '#domains/ledger/contract.ts';
import { TradeRequest } from '#domains/market/contract/orders.ts';
import { WHAT_A_SHARE_IS } from '#domains/market/contract/shares.ts';
import { PASSWORD_MIN, Username } from '#domains/participants/contract/sign-in.ts';
import { canRegisterParticipants } from '#domains/participants/contract.ts';
import { ClaimCode } from '#domains/registry/contract/claims.ts';
import { canAppeal, canRunRegistry } from '#domains/registry/contract.ts';
import type { JourneyEvent } from '#domains/trace/contract/journey/asset-state.ts';
import { applyEvent } from '#domains/trace/contract/journey/journey.ts';
import { canManufacture, canShip } from '#domains/trace/contract.ts';
import { readEventFile, rowsMax } from '#domains/trace/web/event-import/read-event-file.ts';
import type { Capability } from '#platform/contract/capability.ts';

const sections = new Map(readDocumentation([]).map((section) => [section.id, section.text]));
const textOf = (id: string): string => {
  const text = sections.get(id);
  if (text === undefined) throw new Error(`The guide has no section ${id}`);
  return text;
};
/** The sentence of a section that contains some words. */
const sentence = (id: string, words: string): string => {
  const found = textOf(id)
    .split(/(?<=\.) /)
    .find((one) => one.includes(words));
  if (found === undefined) throw new Error(`${id} says nothing about ${words}`);
  return found;
};
const spelled = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

describe('the guide names the roles that hold a capability, and no other', () => {
  const roles = ['manufacturer', 'shipper', 'retailer', 'resident', 'government', 'administrator'];
  const named = (text: string) => roles.filter((role) => new RegExp(`\\b${role}s?\\b`, 'i').test(text));
  const cases: readonly [id: string, words: string, capability: Capability][] = [
    ['events#Who may record what', 'only a manufacturer may record manufactured', canManufacture],
    ['registry#Who may register, assess, levy and transfer property', 'Only government accounts', canRunRegistry],
    ['registry#Appeal an assessed value', 'A resident appeals', canAppeal],
  ];
  test.each(cases)('%s: %s', (id, words, { heldBy }) => {
    expect(named(sentence(id, words)).toSorted()).toEqual([...heldBy].toSorted());
  });

  test('who may ship, register participants and validate', () => {
    expect(textOf('events#Who may record what')).toContain('A manufacturer may record every action');
    expect(textOf('events#Who may record what')).toContain('A shipper may ship.');
    expect(canShip.heldBy).toEqual(['manufacturer', 'shipper']);
    const may = 'Manufacturers and accounts with the role other';
    expect(textOf('participants#Add a participant')).toContain(`${may} open Participants`);
    expect(canRegisterParticipants.heldBy).toEqual(['manufacturer', 'other']);
    expect(textOf('ledger#Validate the chain')).toContain(`${may} can start a full validation`);
    expect(canValidateChain.heldBy).toEqual(['manufacturer', 'other']);
  });
});

describe('the guide states the numbers that the product enforces', () => {
  test('of accounts', () => {
    const signUp = textOf('accounts#Sign up or register an account');
    expect(signUp).toContain(`at least ${spelled[PASSWORD_MIN]} characters`);
    const [, least = '', most = ''] = /\((\d+) to (\d+) of/.exec(signUp) ?? [];
    const accepts = (length: number) => Username.safeParse('a'.repeat(length)).success;
    expect([Number(least) - 1, Number(least), Number(most), Number(most) + 1].map(accepts)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('of imports', () => {
    const text = textOf('events#Drafts, offline work and bulk import');
    expect(text).toContain(`at most ${rowsMax.toLocaleString('en-US')} rows`);
    const [, columns = ''] = /names the columns: ([^.]+)\./.exec(text) ?? [];
    const named = columns.replaceAll(/\([^)]*\)/g, '').match(/[a-z_]+/g) ?? [];
    const header = named.filter((word) => !['and', 'if', 'you', 'like'].includes(word));
    const row = header.map((column) => ({ action: 'shipped', asset_id: 'A-1', timestamp: '2026-03-05' })[column] ?? '');
    const [read] = readEventFile(`${header.join(',')},carrier\n${row.join(',')},Road`, 'north-works').rows;
    expect(read).toMatchObject({
      errors: [],
      request: { user: 'north-works', action: 'shipped', asset_id: 'A-1', meta: { carrier: 'Road' } },
    });
  });

  test('of trials, invoices and reminders', () => {
    expect(textOf('billing#Start a free trial')).toContain(`lasts ${TRIAL_DAYS} days, once`);
    expect(textOf('billing#Start a free trial')).toContain(`reminded ${TRIAL_REMINDER_DAYS} days before`);
    expect(textOf('billing#Pay an invoice')).toContain(`due within ${DUE_DAYS} days`);
    expect(textOf('billing#Invite your team')).toContain(`within ${INVITE_DAYS} days`);
    const [first, second, third] = dunningSteps.map(({ day }) => day);
    const unpaid = textOf('billing#What happens if an invoice is not paid');
    expect(unpaid).toContain(`reminded ${first}, ${second} and ${third} days after`);
    expect(unpaid).toContain(`After ${readOnlyDay} days the account is read-only`);
  });

  test('of the price by the year', () => {
    const priceOf = (cycle: Terms['cycle']) =>
      sumOf(periodLines({ plan: newestPlan('business'), users: 20, assets: 100, cycle }, { start: 0, end: 1 }));
    const [, percent] = /it is (\d+) % less/.exec(textOf('billing#What the plans cost')) ?? [];
    expect(Number(percent)).toBe(Math.round(100 * (1 - priceOf('annual') / (12 * priceOf('monthly')))));
  });

  test('of orders, and what a share is', () => {
    const [, days = ''] = /at most (\d+) days/.exec(textOf('market#Buy or sell shares')) ?? [];
    const order = { type: 'buy', propertyId: 'HB-0001-001', shareAmount: 1, pricePerShare: 1 };
    const accepts = (expirationDays: number) => TradeRequest.safeParse({ ...order, expirationDays }).success;
    expect([Number(days), Number(days) + 1].map(accepts)).toEqual([true, false]);
    expect(textOf('market#What a share is')).toBe(WHAT_A_SHARE_IS);
  });

  test('of claim codes', () => {
    expect(textOf('registry#Claim your property')).toContain('five groups of four letters and digits');
    expect(ClaimCode.safeParse('7K3M-PQ9X-2D4F-HJ6R-T8VW').success).toBe(true);
    expect(ClaimCode.safeParse('7K3M-PQ9X-2D4F-HJ6R').success).toBe(false);
  });
});

test('the guide explains how custody passes', () => {
  const event = (participant: string, action: string, to?: string): JourneyEvent => ({
    ...{ index: 1, happenedAt: 1000, recordedAt: 1000, name: undefined, category: undefined, batch: undefined },
    ...{ location: undefined, role: 'shipper', byAdministrator: false, participant, action, to },
  });
  const rules = { protectedFrom: 0, receiptsOnlyFrom: 0 };
  const made = applyEvent('A-1', undefined, event('maker', 'manufactured'), rules).state;
  const shipped = applyEvent('A-1', made, event('maker', 'shipped', 'receiver'), rules).state;
  const text = textOf('events#Hand over or take custody');
  for (const action of ['received', 'delivered']) {
    expect(text).toContain(action);
    expect(applyEvent('A-1', shipped, event('receiver', action), rules).state.custodian).toBe('receiver');
  }
  expect(text).toContain('marked not in custody and changes nothing');
  const stranger = applyEvent('A-1', shipped, event('stranger', 'received'), rules);
  expect(stranger.anomalies).toContain('not in custody');
  expect(stranger.state.custodian).toBe('maker');
});

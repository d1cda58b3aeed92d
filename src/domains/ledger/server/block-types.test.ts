import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { domainOfAction } from '#domains/ledger/contract.ts';
import { draftNote, noteTypes } from '#tests/support/notes.ts';
import { declareBlockTypes } from './block-types.ts';

describe('the owner of an action', () => {
  test.each([
    ['genesis', 'ledger'],
    ['checkpoint_key', 'ledger'],
    ['manufactured', 'trace'],
    ['registry.tax_paid', 'registry'],
    ['https://ref.gs1.org/cbv/BizStep-shipping', 'trace'],
    ['urn:epcglobal:cbv:bizstep:shipping', 'trace'],
    ['Registry.paid', 'trace'],
    ['a.b.c', 'trace'],
  ])('of %s is %s', (action, domain) => {
    expect(domainOfAction(action)).toBe(domain);
  });
});

describe('declaring block types', () => {
  test('refuses a domain that is declared already, so no other module can append its blocks', () => {
    expect(() => declareBlockTypes('notes', {})).toThrow('declared twice');
  });

  test('refuses the action of another domain, and a bare word', () => {
    expect(() => declareBlockTypes('plates', { 'notes.noted': z.looseObject({}) })).toThrow('belongs to notes');
    expect(() => declareBlockTypes('plates', { manufactured: z.looseObject({}) })).toThrow('belongs to trace');
  });
});

describe('a draft', () => {
  test('is refused for an action of another domain, an undeclared one, and data that does not fit', () => {
    const cups = declareBlockTypes('cups', {
      'cups.filled': z.strictObject({ action: z.string(), milliliters: z.int() }),
    });
    expect(cups.draft({ action: 'cups.filled', milliliters: 200 })).toMatchObject({ domain: 'cups' });
    expect(() => cups.draft({ action: 'manufactured' })).toThrow('belongs to trace');
    expect(() => cups.draft({ action: 'cups.broken' })).toThrow('has not declared');
    expect(() => cups.draft({ action: 'cups.filled', milliliters: 'many' })).toThrow('does not fit its schema');
  });

  test.each([
    ['an integer beyond 2^53', { n: 2 ** 53 }],
    ['a lone surrogate', { text: '\ud800' }],
    ['a number that is NaN', { n: Number.NaN }],
  ])('with %s is refused as invalid input', (_, content) => {
    expect(() => draftNote(content)).toThrow(
      expect.objectContaining({ kind: expect.objectContaining({ status: 400 }) }),
    );
  });

  test('has at most 48 KiB of canonical text', () => {
    const frame = Buffer.byteLength(noteTypes.draft({ action: 'notes.noted', t: '' }).dataText);
    const room = 48 * 1024 - frame;
    expect(draftNote({ t: 'x'.repeat(room) }).dataText).toHaveLength(48 * 1024);
    expect(() => draftNote({ t: 'x'.repeat(room + 1) })).toThrow(
      expect.objectContaining({ kind: expect.objectContaining({ code: 'ledger.data_too_large' }) }),
    );
  });
});

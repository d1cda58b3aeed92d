import { expect, test } from 'vitest';
import { titleOf } from './actions.ts';

test.each([
  ['quality_check', 'Quality check'],
  ['https://ref.gs1.org/cbv/BizStep-cold_storage', 'Cold storage'],
  ['epcis_header', 'EPCIS header'],
])('%s is titled %s', (action, title) => expect(titleOf(action)).toBe(title));

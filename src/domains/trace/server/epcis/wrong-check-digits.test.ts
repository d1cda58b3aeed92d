import { expect, test } from 'vitest';
import { sampleDocument, sampleEvent } from './fixtures/sample-event.ts';
import { validateDocument } from './validate-document.ts';
import { wrongCheckDigits } from './wrong-check-digits.ts';

const found = (...epcList: string[]) => {
  const context = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { shop: 'https://shop.example/' }];
  const document = validateDocument(sampleDocument([sampleEvent({ epcList })], { '@context': context }));
  if ('problems' in document) throw new Error(JSON.stringify(document.problems));
  return wrongCheckDigits(document.events);
};

test('a compact name is judged, and reported, as the address that it stands for', () => {
  expect(found('shop:01/04012345111119')).toEqual([
    {
      pointer: '/epcisBody/eventList/0/epcList/0',
      message: expect.stringContaining('https://shop.example/01/04012345111119 has a wrong check digit'),
    },
  ]);
  expect(found('shop:01/04012345111118')).toEqual([]);
});

test('both spellings of an identifier are reported once', () => {
  expect(found('shop:01/04012345111119', 'https://shop.example/01/04012345111119')).toHaveLength(1);
});

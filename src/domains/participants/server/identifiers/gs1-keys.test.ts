import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalGs1Key, canonicalIdentifier, glnOf, lotOf, shortForm } from './gs1-keys.ts';

describe('the canonical form of a GS1 key', () => {
  test.each([
    ['urn:epc:id:sgtin:4012345.011111.9876', 'https://id.gs1.org/01/04012345111118/21/9876'],
    ['https://shop.example/gtin/4012345111118/ser/9876?exp=261231', 'https://id.gs1.org/01/04012345111118/21/9876'],
    ['https://shop.example/a/01/04012345111118/10/L1/21/9876', 'https://id.gs1.org/01/04012345111118/21/9876'],
    ['urn:epc:id:sscc:4012345.0000000333', 'https://id.gs1.org/00/040123450000003338'],
    ['urn:epc:id:sgln:4012345.00011.987', 'https://id.gs1.org/414/4012345000115/254/987'],
    ['urn:epc:id:sgln:4012345.00011.0', 'https://id.gs1.org/414/4012345000115'],
    ['urn:epc:id:pgln:999999999999.', 'https://id.gs1.org/417/9999999999994'],
    ['urn:epc:id:grai:4012345.00022.334455', 'https://id.gs1.org/8003/04012345000221334455'],
    ['urn:epc:id:giai:4012345.AB.C', 'https://id.gs1.org/8004/4012345AB.C'],
    ['https://id.gs1.org/8004/4012345AB.C', 'https://id.gs1.org/8004/4012345AB.C'],
    ['https://id.gs1.org/01/20240110', 'https://id.gs1.org/01/00000020240110'],
    ['urn:epc:id:gdti:4012345.00009.PO-4711', 'https://id.gs1.org/253/4012345000092PO-4711'],
    ['urn:epc:id:itip:4012345.011111.01.02.987', 'https://id.gs1.org/8006/040123451111180102/21/987'],
    ['urn:epc:class:lgtin:4012345.012345.Lot/9', 'https://id.gs1.org/01/04012345123456/10/Lot/9'],
    ['urn:epc:idpat:sgtin:4012345.066666.*', 'https://id.gs1.org/01/04012345666663'],
  ])('%s', (spelling, canonical) => expect(canonicalGs1Key(spelling)).toBe(canonical));

  test.each([
    ['https://id.gs1.org/01/20240120153048', 'https://id.gs1.org/01/20240120153048'],
    ['https://id.gs1.org/01/202401201530', 'https://id.gs1.org/01/00202401201530'],
    ['https://id.gs1.org/party/4012345000009', 'https://id.gs1.org/417/4012345000009'],
    ['https://shop.example/417/4012345000009', 'https://id.gs1.org/417/4012345000009'],
    ['https://shop.example/01/20190412103001/21/5', 'https://id.gs1.org/01/20190412103001/21/5'],
    ['https://shop.example/01/20191312103009', 'https://id.gs1.org/01/20191312103009'],
    ['HTTPS://ID.GS1.ORG/01/04012345111118', 'https://id.gs1.org/01/04012345111118'],
  ])('is certain in %s', (spelling, canonical) => expect(canonicalGs1Key(spelling)).toBe(canonical));

  test.each([
    ['text that is not a key', 'https://transaction.example/po/12345678'],
    ['a URN that does not fit its scheme', 'urn:epc:id:sgtin:4012345.1.9876'],
    ['an unknown scheme', 'urn:epc:id:constructor:4012345.011111.1'],
    ['a path with a built-in JavaScript name', 'https://a.example/constructor/toString/valueOf/1'],
    ['a page whose path has a date', 'https://museum.example/2024/01/20240131/vase'],
    ['a page whose path has a number', 'https://garage.example/cars/01/20240131/engine'],
    ['a page whose path has a date that is a valid GTIN-8', 'https://museum.example/2024/01/20240110'],
    ['a page whose path has the number of a room', 'https://hotel.example/rooms/401/2024-suite'],
    ['a page whose path has a number without a check digit', 'https://shop.example/8004/4012345AB.C'],
    ['a wrong check digit', 'https://id.gs1.org/01/04012345111119/21/9876'],
    ['a wrong check digit of a location', 'https://id.gs1.org/414/4012345000116'],
    ['a key that something else follows', 'https://shop.example/01/04012345111118/reviews'],
    ['a key with the qualifier of another', 'https://shop.example/00/040123450000003338/21/5'],
    ['a key whose serial number stands before its lot', 'https://shop.example/01/04012345111118/21/5/10/L1'],
    ['a page whose path has a day, a valid GTIN-8, and a number', 'https://museum.example/01/20240110/21/5'],
    ['a key with a qualifier twice', 'https://shop.example/01/04012345111118/21/5/21/6'],
    ['a key with an empty qualifier', 'https://shop.example/01/04012345111118/21//'],
    ['a page whose path has a minute that is a valid GTIN-12', 'https://photos.example/01/202401201530'],
    ['a page whose path has a second that is a valid GTIN-14', 'https://photos.example/01/20240120153048'],
    ['a page whose path has a second of another decade', 'https://photos.example/01/20190412103001'],
    ['a page about a party', 'https://elections.example/party/4012345000009'],
    ['another URN', 'urn:uuid:9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'],
  ])('leaves %s unchanged', (_, uri) => {
    expect(canonicalGs1Key(uri)).toBeUndefined();
    expect(canonicalIdentifier(uri)).toBe(uri);
  });

  test.each([
    ['https://id.gs1.org/01/04012345111118/21/A%2FB', 'https://id.gs1.org/01/04012345111118/21/A%2fB'],
    ['https://id.gs1.org/01/04012345111118/21/A-1', 'https://id.gs1.org/01/04012345111118/21/%41%2d1'],
    ['https://id.gs1.org/01/04012345111118/21/5', 'https://id.gs1.org/01/04012345111118/21/5/?x=1'],
    ['urn:epc:id:sgtin:4012345.011111.A%2FB', 'urn:epc:id:sgtin:4012345.011111.A%2fB'],
  ])('is the same for %s and %s', (one, other) => {
    expect(canonicalGs1Key(one)).toBeDefined();
    expect(canonicalGs1Key(other)).toBe(canonicalGs1Key(one));
  });

  test('is that of the rightmost key', () =>
    expect(canonicalGs1Key('https://shop.example/8004/4012345/01/04012345111118/10/L1')).toBe(
      'https://id.gs1.org/01/04012345111118/10/L1',
    ));

  test('is its own canonical form', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[\w!"%&'()*+,./:;<=>?-]{1,20}$/), (serial) => {
        const link = `https://shop.example/01/04012345111118/21/${encodeURIComponent(serial)}`;
        const canonical = canonicalGs1Key(link);
        expect(canonical).toBeDefined();
        expect(canonicalGs1Key(canonical ?? '')).toBe(canonical);
      }),
    ));

  test('percent-encodes characters that a path must not contain', () =>
    expect(canonicalGs1Key('urn:epc:id:sgtin:0614141.812345.6789%2F!()')).toBe(
      'https://id.gs1.org/01/80614141123458/21/6789%2F%21%28%29',
    ));
});

test('extracts the lot and the location number of an identifier', () => {
  expect(lotOf('urn:epc:class:lgtin:4012345.012345.Lot+9')).toBe('Lot+9');
  expect(lotOf('urn:epc:id:sgtin:4012345.011111.9876')).toBeUndefined();
  expect(glnOf('urn:epc:id:sgln:4012345.00011.987')).toBe('4012345000115/254/987');
});

test('shortens an identifier by its resolver', () => {
  expect(shortForm('urn:epc:id:sgln:4012345.00011.987')).toBe('GLN 4012345000115 extension 987');
  expect(shortForm('https://places.example/cologne/dock-4')).toBe('dock-4');
  expect(shortForm('geo:50.94,6.92')).toBe('geo:50.94,6.92');
});

/** Standard rates of value-added tax in hundredths of a percent, each from its first day on, the newest last. A row is only added. */
const standardRates: Readonly<Record<string, readonly (readonly [from: string, basisPoints: number])[]>> = {
  AT: [['1984-01-01', 2000]],
  BE: [['1996-01-01', 2100]],
  BG: [['1999-01-01', 2000]],
  CH: [
    ['2018-01-01', 770],
    ['2024-01-01', 810],
  ],
  CY: [['2014-01-13', 1900]],
  CZ: [['2013-01-01', 2100]],
  DE: [['2021-01-01', 1900]],
  DK: [['1992-01-01', 2500]],
  EE: [
    ['2009-07-01', 2000],
    ['2024-01-01', 2200],
    ['2025-07-01', 2400],
  ],
  ES: [['2012-09-01', 2100]],
  FI: [
    ['2013-01-01', 2400],
    ['2024-09-01', 2550],
  ],
  FR: [['2014-01-01', 2000]],
  GB: [['2011-01-04', 2000]],
  GR: [['2016-06-01', 2400]],
  HR: [['2012-03-01', 2500]],
  HU: [['2012-01-01', 2700]],
  IE: [['2021-03-01', 2300]],
  IT: [['2013-10-01', 2200]],
  LT: [['2009-09-01', 2100]],
  LU: [['2024-01-01', 1700]],
  LV: [['2012-07-01', 2100]],
  MT: [['2004-01-01', 1800]],
  NL: [['2012-10-01', 2100]],
  PL: [['2011-01-01', 2300]],
  PT: [['2011-01-01', 2300]],
  RO: [
    ['2017-01-01', 1900],
    ['2025-08-01', 2100],
  ],
  SE: [['1990-07-01', 2500]],
  SI: [['2013-07-01', 2200]],
  SK: [
    ['2011-01-01', 2000],
    ['2025-01-01', 2300],
  ],
};

const outsideOfUnion = ['CH', 'GB'];

/** Reports whether a country belongs to the common system of value-added tax (Directive 2006/112/EC). */
export const isInUnion = (country: string): boolean => country in standardRates && !outsideOfUnion.includes(country);

/** Returns the standard rate of a country on a day, `YYYY-MM-DD`, in hundredths of a percent; undefined if none is known. */
export const rateOf = (country: string, day: string): number | undefined =>
  standardRates[country]?.findLast(([from]) => from <= day)?.[1];

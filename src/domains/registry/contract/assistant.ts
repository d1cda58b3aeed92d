import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { municipalDashboard } from './dashboard.ts';
import { residentProperties } from './portal.ts';
import { listNeighborhoods, listProperties, readProperty } from './properties.ts';
import { listBills, listRates, readBill } from './taxes.ts';

/** Declares the registry tools of the assistant. */
export const tools = {
  registry_totals: tool(
    municipalDashboard,
    'Read the registry totals',
    'Totals of the property registry: properties, values, tax owed.',
  ),
  search_properties: tool(
    listProperties,
    'Search properties',
    'Finds properties by words of the id, address or neighborhood, by type, and by tax owed.',
  ),
  list_neighborhoods: tool(
    listNeighborhoods,
    'List neighborhoods',
    'The neighborhoods with their number of properties.',
  ),
  read_property: tool(
    readProperty,
    'Read a property',
    'One property: owners, assessments by year, documents, title history, tax owed.',
  ),
  read_bill: tool(readBill, 'Read a bill', 'One tax bill by its number: total, what is open, when it is due.'),
  list_bills: tool(
    listBills,
    'List the bills of a property',
    'The tax bills of a property, for its owners and the government.',
  ),
  list_tax_rates: tool(
    listRates,
    'Read the tax rates',
    'The property tax rates of each year, with due dates, interest and penalty.',
  ),
  list_own_properties: tool(
    residentProperties,
    'List what a resident owns',
    'The properties that a resident owns, by username.',
  ),
} as const;

/** The words with which questions refer to properties and their taxes. */
export const vocabulary = [
  {
    noun: 'property',
    synonyms: ['real estate', 'plot', 'building', 'house', 'land parcel', 'home'],
    fields: {
      owner: ['owner', 'ownership', 'title holder', 'resident', 'property owner'],
      value: ['value', 'assessed value', 'assessment', 'valuation', 'worth'],
      tax: ['tax', 'tax owed', 'property tax', 'owed tax', 'tax debt', 'arrears'],
      address: ['address', 'street'],
      neighborhood: ['neighborhood', 'neighbourhood', 'district', 'quarter of the city'],
      type: ['property type', 'use'],
      built: ['year built', 'construction year'],
      size: ['square footage', 'square feet', 'size', 'area', 'floor area'],
      lot: ['lot size'],
      title: ['title', 'title history', 'deed'],
      documents: ['document', 'deed document'],
      appeals: ['appeal'],
      exemptions: ['exemption'],
    },
    values: {
      type: {
        residential: ['residential'],
        commercial: ['commercial'],
        industrial: ['industrial'],
        mixed: ['mixed use', 'mixed'],
        civic: ['civic'],
        park: ['park'],
        vacant: ['vacant'],
      },
      state: { retired: ['retired'] },
    },
  },
  { noun: 'bill', synonyms: ['tax bill'], fields: { due: ['due', 'due date'], open: ['open amount'] } },
  {
    noun: 'rate',
    synonyms: ['tax rate', 'millage', 'late tax', 'late payment of tax'],
    fields: {
      interest: ['interest', 'late interest'],
      penalty: ['penalty', 'late penalty'],
      installments: ['installment', 'instalment'],
    },
  },
] as const satisfies Vocabulary;

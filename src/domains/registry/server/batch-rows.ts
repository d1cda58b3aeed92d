import type { Geometry } from '#domains/registry/contract.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import { type AssessmentRow, insertAssessments } from './assessments/assessments.ts';
import { type DocumentRow, insertDocuments } from './documents/documents.ts';
import { insertParcelBlocks, insertParcels, updateParcels } from './parcels/parcels.ts';
import { addToTotals, type Totals } from './parcels/totals.ts';
import { type Change, CITY, type NewHolder, type ParcelState, type Position } from './registry-state.ts';
import { insertHolders, writeRights } from './rights/rights.ts';

/** The rows that a batch adds beside the touched parcels. */
export type BatchRows = {
  readonly touched: Set<string>;
  readonly geometries: Map<string, Geometry>;
  readonly holders: NewHolder[];
  readonly assessments: AssessmentRow[];
  readonly documents: DocumentRow[];
  readonly parcelBlocks: { propertyId: string; index: number }[];
};

export const noRows = (): BatchRows => ({
  touched: new Set(),
  geometries: new Map(),
  holders: [],
  assessments: [],
  documents: [],
  parcelBlocks: [],
});

/** Adds the rows of one change, except the parcels themselves. */
export function addRows(rows: BatchRows, change: Change, { index }: Position): void {
  for (const { propertyId, geometry } of change.geometries ?? []) rows.geometries.set(propertyId, geometry);
  rows.holders.push(...(change.holders ?? []));
  if (change.assessment !== undefined) rows.assessments.push({ ...change.assessment, blockIndex: index });
  if (change.document !== undefined) rows.documents.push({ ...change.document, blockIndex: index });
  for (const { facts } of change.parcels) rows.parcelBlocks.push({ propertyId: facts.propertyId, index });
}

/** Returns the writes of a batch. Each touched row is written once, as the batch leaves it. */
export function projectRows(
  after: ReadonlyMap<string, ParcelState>,
  before: ReadonlyMap<string, ParcelState>,
  rows: BatchRows,
  blocks: number,
): WriteStatement[] {
  const touched = [...rows.touched].flatMap((id) => after.get(id) ?? []);
  const added = touched.filter(({ facts }) => !before.has(facts.propertyId));
  const changed = touched.filter(({ facts }) => before.has(facts.propertyId));
  const retitled = touched.filter((parcel) => parcel.rights !== before.get(parcel.facts.propertyId)?.rights);
  return [
    ...(added.length > 0 ? [insertParcels(added, rows.geometries)] : []),
    ...(changed.length > 0 ? [updateParcels(changed, rows.geometries)] : []),
    ...(retitled.length > 0 ? writeRights(retitled) : []),
    ...(rows.holders.length > 0 ? insertHolders(rows.holders) : []),
    ...(rows.assessments.length > 0 ? [insertAssessments(rows.assessments)] : []),
    ...(rows.documents.length > 0 ? [insertDocuments(rows.documents)] : []),
    ...(rows.parcelBlocks.length > 0 ? [insertParcelBlocks(rows.parcelBlocks)] : []),
    addToTotals(changeOfTotals(touched, before, blocks)),
  ];
}

function changeOfTotals(
  touched: readonly ParcelState[],
  before: ReadonlyMap<string, ParcelState>,
  blocks: number,
): Totals {
  const sum = (count: (parcel: ParcelState) => number) =>
    touched.reduce((total, parcel) => {
      const earlier = before.get(parcel.facts.propertyId);
      return total + count(parcel) - (earlier === undefined ? 0 : count(earlier));
    }, 0);
  const active = ({ status }: ParcelState) => (status === 'active' ? 1 : 0);
  return {
    properties: sum(active),
    cityProperties: sum((parcel) => (parcel.rights.has(CITY) ? active(parcel) : 0)),
    assessedCents: sum((parcel) => parcel.assessedCents * active(parcel)),
    owedCents: sum(({ owedCents }) => owedCents),
    blocks,
  };
}

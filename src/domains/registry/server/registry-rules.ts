import { createRowMemory, type RuleSet } from '#domains/ledger/server/index.ts';
import {
  DamagedPayment,
  type MoneyUses,
  type PaymentRow,
  subjectsOf,
  type UsedMoney,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { addRows, type BatchRows, noRows, projectRows } from './batch-rows.ts';
import { readParcelStates } from './parcels/parcels.ts';
import { createPendingPayments, notePayment, type PendingIds, pendingKey } from './payments/pending-payments.ts';
import { readCompared } from './payments/replay-payment.ts';
import { registryBlockTypes } from './registry-block-types.ts';
import type { Change, ParcelState, Position, RegistryRequest } from './registry-state.ts';
import { createTitleCheck, DamagedTitle } from './rights/compare-titles.ts';
import { fileAfter, readTaxFiles } from './tax-file.ts';
import type { TaxFile } from './tax-file-state.ts';
import { DamagedBills } from './taxes/bill-damage.ts';

/**
 * The state of a batch: parcels, payments and tax files after its requests so far, the changed parcels before the batch, and its
 * rows.
 */
export type BatchState = {
  readonly parcels: Map<string, ParcelState>;
  readonly payments: Map<string, PaymentRow>;
  /** How stored payments differ from their blocks. */
  readonly altered: ReadonlyMap<string, string>;
  /** How the titles that its requests move differ from their blocks. */
  readonly untitled: ReadonlyMap<string, string>;
  readonly files: Map<string, TaxFile>;
  readonly before: Map<string, ParcelState>;
  readonly pending: PendingIds;
  readonly used: UsedMoney;
  readonly claimed: string[];
  readonly rows: BatchRows;
};

/** The maximum number of cached parcels, about a kilobyte each. */
const REMEMBERED_MAX = 20_000;

/**
 * Returns the rules that turn requests to the registry into blocks. Each request brings its own rules; this reads the
 * parcels that a batch needs, applies the effects in order, and writes each touched row once. The outcome of a request is the
 * payments after it.
 */
export function createRegistryRules(uses: MoneyUses): RuleSet<RegistryRequest, BatchState, readonly PaymentRow[]> {
  const memory = createRowMemory((parcel: ParcelState) => parcel.facts.propertyId, REMEMBERED_MAX);
  const payments = createRowMemory((payment: PaymentRow) => payment.paymentId, REMEMBERED_MAX);
  const files = createRowMemory((file: TaxFile) => file.propertyId, REMEMBERED_MAX);
  const announced = createPendingPayments();
  const titles = createTitleCheck(readParcelStates);
  const inFlight = new Set<BatchState>();
  return {
    types: registryBlockTypes,
    async read(db, requests, from) {
      if (from === 'tables') {
        memory.forget();
        payments.forget();
        files.forget();
        inFlight.clear();
      }
      const wanted = new Set(requests.flatMap(({ propertyIds }) => propertyIds));
      const parcels = memory.recall(wanted);
      const isOnItsWay = (id: string) => [...inFlight].some(({ rows }) => rows.touched.has(id));
      dropDamaged(parcels, isOnItsWay);
      const wantedPayments = new Set(requests.flatMap(({ paymentIds = [] }) => paymentIds));
      const known = payments.recall(wantedPayments);
      const wantedFiles = new Set(requests.flatMap(({ fileIds = [] }) => fileIds));
      const knownFiles = files.recall(wantedFiles);
      const wantedPending = requests.flatMap(({ propertyIds, pendingOf }) =>
        pendingOf === undefined ? [] : propertyIds.map((subject) => ({ subject, ...pendingOf })),
      );
      const [readParcels, readOthers, readFiles, pending, used] = await Promise.all([
        readParcelStates(db, missingIn(parcels, wanted)),
        readCompared(db, missingIn(known, wantedPayments)),
        readTaxFiles(db, missingIn(knownFiles, wantedFiles)),
        announced.read(db, wantedPending, from),
        uses.read(db, requests, from),
      ]);
      for (const parcel of readParcels) parcels.set(parcel.facts.propertyId, parcel);
      await addHeirs(db, parcels, memory.recall);
      // A cached payment was compared with its blocks by the batch that left it.
      for (const { payment } of readOthers) known.set(payment.paymentId, payment);
      const altered = alteredAmong(readOthers);
      for (const file of readFiles) knownFiles.set(file.propertyId, file);
      const moved = new Set(requests.flatMap(({ titleIds = [] }) => titleIds));
      const untitled = await titles.read(db, moved, parcels, isOnItsWay);
      return {
        parcels,
        payments: known,
        altered,
        untitled,
        files: knownFiles,
        before: new Map(),
        pending,
        used,
        claimed: [],
        rows: noRows(known.keys()),
      };
    },
    judge(state, request, { index, timestamp }) {
      const position = { index, at: timestamp * 1000 };
      refuseAltered(state, request);
      const change = request.judge(
        {
          parcel: (id) => state.parcels.get(id),
          payment: (id) => state.payments.get(id),
          file: (id) => fileOf(state.files, id),
          pending: (id, accountId) => pendingOf(state.pending, id, accountId),
        },
        position,
      );
      if ('repeats' in change) return change;
      if (change.postings !== undefined) refuseDamaged(change.parcels);
      state.claimed.push(...uses.claim(state.used, request));
      for (const { facts, rights } of change.parcels)
        if (state.parcels.get(facts.propertyId)?.rights !== rights) titles.trust(rights);
      applyChange(state, change, position);
      return { draft: change.draft, outcome: change.payments ?? [] };
    },
    project: (state, blocks) => projectRows(state, blocks.length),
    sent(state) {
      memory.keep([...state.rows.touched].flatMap((id) => state.parcels.get(id) ?? []));
      files.keep([...state.files.values()]);
      const changed = [...state.rows.payments].flatMap((id) => state.payments.get(id) ?? []);
      payments.keep(changed);
      announced.sent(state, changed);
      inFlight.add(state);
    },
    committed(state) {
      announced.committed(state);
      inFlight.delete(state);
      uses.committed(state.claimed);
    },
  };
}

const alteredAmong = (compared: Awaited<ReturnType<typeof readCompared>>): Map<string, string> =>
  new Map(compared.flatMap(({ payment, problem }) => (problem === undefined ? [] : [[payment.paymentId, problem]])));

/** Adds the replacements of retired parcels, up to the active ones, which get their credit. */
async function addHeirs(
  db: Database,
  parcels: Map<string, ParcelState>,
  recall: (ids: ReadonlySet<string>) => ReadonlyMap<string, ParcelState>,
): Promise<void> {
  for (let heirs = missingHeirs(parcels); heirs.size > 0; heirs = missingHeirs(parcels)) {
    for (const [id, heir] of recall(heirs)) parcels.set(id, heir);
    const unread = [...heirs].filter((id) => !parcels.has(id));
    for (const heir of await readParcelStates(db, unread)) parcels.set(heir.facts.propertyId, heir);
    // Only an altered table names an heir that does not exist.
    if ([...heirs].some((id) => !parcels.has(id))) return;
  }
}

const missingIn = (known: ReadonlyMap<string, unknown>, wanted: ReadonlySet<string>): string[] =>
  [...wanted].filter((id) => !known.has(id));

/** Applies the effect of an accepted request to the state that later requests of the batch read. */
function applyChange(state: BatchState, change: Change, position: Position): void {
  for (const parcel of change.parcels) {
    const { propertyId } = parcel.facts;
    const known = state.parcels.get(propertyId);
    if (known !== undefined && !state.rows.touched.has(propertyId)) state.before.set(propertyId, known);
    state.parcels.set(propertyId, parcel);
    state.rows.touched.add(propertyId);
  }
  for (const payment of change.payments ?? []) {
    state.payments.set(payment.paymentId, payment);
    notePayment(state.pending, payment);
  }
  const { propertyId } = change.assessment ?? change.exemption ?? change.appeal ?? {};
  if (propertyId !== undefined)
    state.files.set(propertyId, fileAfter(fileOf(state.files, propertyId), change, position));
  addRows(state.rows, change, position);
}

/** Returns the heirs of retired parcels that were not read yet. */
const missingHeirs = (parcels: ReadonlyMap<string, ParcelState>): Set<string> =>
  new Set([...parcels.values()].flatMap(({ heir }) => (heir === undefined || parcels.has(heir) ? [] : [heir])));

/**
 * Removes cached parcels that did not add up, so that they are reloaded: their rows may have been repaired since. A parcel that an in-flight
 * batch changes is not in its table yet, so it stays until the next request.
 */
function dropDamaged(parcels: Map<string, ParcelState>, isOnItsWay: (id: string) => boolean): void {
  for (const [id, { damage }] of parcels) if (damage !== undefined && !isOnItsWay(id)) parcels.delete(id);
}

/** Refuses altered rows: acts on payments and titles follow the blocks, and the request had read the row. */
function refuseAltered(
  { payments, altered, untitled }: BatchState,
  { propertyIds, paymentIds = [], titleIds = [] }: RegistryRequest,
): void {
  for (const id of titleIds) {
    const problem = untitled.get(id);
    if (problem !== undefined) throw new DamagedTitle(id, problem);
  }
  for (const id of paymentIds) {
    const problem = altered.get(id);
    if (problem !== undefined) throw new DamagedPayment(id, problem);
    const payment = payments.get(id);
    const other = payment && subjectsOf(payment).find((subject) => !propertyIds.includes(subject));
    if (other !== undefined) throw new DamagedPayment(id, `is for ${other} too`);
  }
}

/** Refuses acts about money on parcels whose stored bills do not add up, because the act would follow them. */
function refuseDamaged(parcels: readonly ParcelState[]): void {
  for (const { facts, damage } of parcels) if (damage !== undefined) throw new DamagedBills(facts.propertyId, damage);
}

function pendingOf(ids: PendingIds, propertyId: string, accountId: string | null): number {
  const found = ids.get(pendingKey(propertyId, accountId));
  if (found === undefined) throw new Error(`Broken invariant: the request names the payer of ${propertyId}`);
  return found.size;
}

function fileOf(files: ReadonlyMap<string, TaxFile>, propertyId: string): TaxFile {
  const file = files.get(propertyId);
  if (file === undefined) throw new Error(`Broken invariant: the request names the tax file of ${propertyId}`);
  return file;
}

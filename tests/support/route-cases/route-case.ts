import { type Caller, callers } from '../accounts.ts';
import type { LooseInput } from '../call.ts';
import type { TestAccount, TestServer } from '../test-server.ts';

/** What the cases find on the server: an asset with a history, a signed checkpoint, a validation that has ended. */
export type World = {
  readonly server: TestServer;
  readonly maker: TestAccount;
  readonly assetId: string;
  readonly hash: string;
  readonly validationId: string;
};

export type RouteCase = {
  /** Who is let in, written down by hand: what follows from the permission table has to agree with it. */
  readonly allowed: readonly Caller[];
  /** True where the use case refuses some whom the route's access lets in. */
  readonly narrower?: boolean;
  /** Input with which whoever is let in succeeds. Asked for anew for each call. */
  good(world: World, account: TestAccount | undefined): LooseInput | Promise<LooseInput>;
  /** Input that is refused with 400, and the pointer that names the field. */
  readonly invalid?: readonly (LooseInput & { readonly pointer: string })[];
  /** Every other refusal that the contract lists, with what provokes it; or where else it is tested. */
  readonly refusals?: readonly Refusal[];
};

export type Refusal = {
  readonly code: string;
  provoke: ((world: World) => LooseInput | Promise<LooseInput>) | 'tested with its domain';
};

export const everyone: readonly Caller[] = callers;
export const signedIn = everyone.filter((caller) => caller !== 'signed out');
export const auditors: readonly Caller[] = ['manufacturer', 'other', 'administrator'];

/** Refusals that need more than one request to provoke, and have tests of their own. */
export const elsewhere = (...codes: string[]): Refusal[] =>
  codes.map((code) => ({ code, provoke: 'tested with its domain' }));

/** One wrong field of a query. */
export const query = (field: string, value: unknown) => ({ query: { [field]: value }, pointer: `/${field}` });

/** What every list refuses. */
export const pages = [
  query('page', 0),
  query('page', 'x'),
  query('page', 1.5),
  query('limit', 0),
  query('limit', 1_000_000),
];

import { type Caller, callers } from '../accounts.ts';
import type { LooseInput } from '../call.ts';
import type { TestAccount, TestServer } from '../test-server.ts';

/** The server's state for the cases: an asset with a history, a signed checkpoint, a finished validation. */
export type World = {
  readonly server: TestServer;
  readonly maker: TestAccount;
  readonly assetId: string;
  readonly hash: string;
  readonly validationId: string;
};

export type RouteCase = {
  /** The admitted callers, listed by hand. The permission table must yield the same. */
  readonly allowed: readonly Caller[];
  /** True if the use case refuses some callers that the route admits. */
  readonly narrower?: boolean;
  /** Returns input with which every admitted caller succeeds. Called again for each request. */
  good(world: World, account: TestAccount | undefined): LooseInput | Promise<LooseInput>;
  /** Input that is rejected with 400, and the pointer to the field. */
  readonly invalid?: readonly (LooseInput & { readonly pointer: string })[];
  /** Every other refusal in the contract, with the request that provokes it, or where else it is tested. */
  readonly refusals?: readonly Refusal[];
};

export type Refusal = {
  readonly code: string;
  provoke: ((world: World) => LooseInput | Promise<LooseInput>) | 'tested with its domain';
};

export const everyone: readonly Caller[] = callers;
export const signedIn = everyone.filter((caller) => caller !== 'signed out');
export const auditors: readonly Caller[] = ['manufacturer', 'other', 'auditor', 'administrator'];

/** Refusals that take more than one request to provoke, and have their own tests. */
export const elsewhere = (...codes: string[]): Refusal[] =>
  codes.map((code) => ({ code, provoke: 'tested with its domain' }));

/** Returns a query with one invalid field. */
export const query = (field: string, value: unknown) => ({ query: { [field]: value }, pointer: `/${field}` });

/** Invalid input for every list. */
export const pages = [
  query('page', 0),
  query('page', 'x'),
  query('page', 1.5),
  query('limit', 0),
  query('limit', 1_000_000),
];

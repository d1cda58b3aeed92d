import type { AssistantTools, Vocabulary } from '../contract/assistant-vocabulary.ts';
import type { Capability } from '../contract/capability.ts';
import type { RouteDefinition } from '../contract/route.ts';
import type { Mount } from './http/mount.ts';

/**
 * The manifest of a domain: everything that the server needs from it. The app lists the manifests and composes the
 * product from them, so adding a domain takes one line there.
 *
 * `Services` are the services that the domain uses, `Caller` is a signed-in account, and `Assembly` is what exists only
 * once all domains are open.
 */
export type Domain<Services, Caller, Assembly = unknown> = {
  readonly name: string;
  readonly capabilities?: readonly Capability[];
  /** The tables that only this domain names in SQL. Others call its functions or read its views. */
  readonly tables?: readonly string[];
  /** In the order of the API reference. */
  readonly routes?: readonly RouteDefinition[];
  /** The read-only routes that the assistant may call on the caller's behalf. */
  readonly tools?: AssistantTools;
  /** The domain's nouns as people write them. */
  readonly vocabulary?: Vocabulary;
  /** Opens the domain, before the first request and also for commands that serve no requests. */
  readonly open: (services: Services) => OpenDomain<Caller, Assembly> | Promise<OpenDomain<Caller, Assembly>>;
};

export type OpenDomain<Caller, Assembly = unknown> = {
  /** Mounts the routes. */
  readonly mount?: (mount: Mount<Caller>, assembly: Assembly) => void;
  /** Compares the domain's stored rows with the chain. With `repair`, corrects them. Returns every difference it found. */
  readonly rebuild?: (options: RebuildOptions) => Promise<readonly Difference[]>;
  /** Starts the domain's periodic work in a running server. Commands that serve no requests do not start it. */
  readonly start?: () => { stop(): Promise<void> };
  /** Returns the domain's part of the demo world between two times, in any order. */
  readonly demoSteps?: (world: DemoWorld) => readonly DemoStep[];
};

export type RebuildOptions = {
  /** Corrects every stored row that differs from the chain. */
  readonly repair: boolean;
  /** Called with the number of blocks replayed so far. */
  readonly onProgress?: ((replayed: number) => void) | undefined;
};

/** A table whose rows differ from the chain: how many differ, with examples in words. */
export type Difference = {
  readonly projection: string;
  readonly count: number;
  readonly examples: readonly string[];
  /** False if a repair leaves it because the blocks themselves are wrong. */
  readonly repairable: boolean;
};

/**
 * The time that the demo world covers, in milliseconds since the epoch: the weeks from `from` to `to`, and the
 * preceding years since `since`. A ledger of an earlier version has no preceding years: `since` equals `from`.
 */
export type DemoWorld = { readonly since: number; readonly from: number; readonly to: number };

/** One dated step of the demo world, performed by the same code as a user's action. */
export type DemoStep = {
  /**
   * Unique and permanent: a step recorded under this name is never recorded again, regardless of its position in the
   * list.
   */
  readonly name: string;
  /** When it is recorded, in milliseconds since the epoch. */
  readonly at: number;
  /**
   * The things whose order matters, by name. Steps that share none may be recorded together. A step without any is
   * recorded alone.
   */
  readonly touches?: readonly string[];
  /** Performs the step. Safe to repeat with the same `key`. */
  readonly record: (key: string) => Promise<unknown>;
};

import { bytesToUnprefixedHex } from '@ethereumjs/util';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import type { SignedTransaction } from './build-block.ts';

const WAITING_MAX = 2048;
const WAITING_PER_SENDER_MAX = 256;

/** A transaction that waits for a block, with the callers that wait for its outcome. */
export type Waiting = SignedTransaction & {
  /** Its hash as unprefixed hex. */
  readonly key: string;
  readonly resolve: () => void;
  readonly reject: (reason: RpcError) => void;
  readonly done: Promise<void>;
};

export type WaitingTransactions = {
  readonly size: number;
  /**
   * Adds a transaction, and returns its outcome: that of the same transaction if it already waits.
   * @throws RpcError if too many wait
   */
  add(one: SignedTransaction): Promise<void>;
  /** Removes a transaction with its outcome: in a block, or refused for a reason. */
  settle(one: Waiting, reason?: RpcError): void;
  /** Returns all of them in the order of their arrival, but those of each sender by nonce. */
  inOrder(): Waiting[];
  countOf(sender: string): number;
};

/** Returns an empty, bounded set of waiting transactions. */
export function createWaitingTransactions(): WaitingTransactions {
  const waiting = new Map<string, Waiting>();
  const perSender = new Map<string, number>();
  const countOf = (sender: string) => perSender.get(sender) ?? 0;
  return {
    get size() {
      return waiting.size;
    },
    async add(one) {
      const key = bytesToUnprefixedHex(one.hash);
      const same = waiting.get(key);
      if (same !== undefined) return same.done;
      const sender = one.sender.toString();
      if (waiting.size >= WAITING_MAX) throw tooMany('The chain', WAITING_MAX);
      if (countOf(sender) >= WAITING_PER_SENDER_MAX) throw tooMany('This account', WAITING_PER_SENDER_MAX);
      const { promise: done, resolve, reject } = Promise.withResolvers<void>();
      waiting.set(key, { ...one, key, done, resolve, reject });
      perSender.set(sender, countOf(sender) + 1);
      return done;
    },
    settle(one, reason) {
      if (!waiting.delete(one.key)) return;
      const sender = one.sender.toString();
      const left = countOf(sender) - 1;
      if (left === 0) perSender.delete(sender);
      else perSender.set(sender, left);
      if (reason === undefined) one.resolve();
      else one.reject(reason);
    },
    inOrder() {
      const all = [...waiting.values()];
      const bySender = Map.groupBy(all, ({ sender }) => sender.toString());
      for (const own of bySender.values()) own.sort((a, b) => Number(a.transaction.nonce - b.transaction.nonce));
      return all.flatMap(({ sender }) => bySender.get(sender.toString())?.shift() ?? []);
    },
    countOf,
  };
}

const tooMany = (what: string, max: number) =>
  new RpcError(rpcCodes.limitExceeded, `${what} has ${max} transactions that wait for a block. Try again in a second.`);

import { RLP } from '@ethereumjs/rlp';
import { bytesToUnprefixedHex, utf8ToBytes } from '@ethereumjs/util';

type Item = Uint8Array | readonly Item[];

/** The key of contract code: this prefix and the hash. */
const CODE_PREFIX = bytesToUnprefixedHex(utf8ToBytes('c'));
/** The flag in the first nibble of a path that ends in a value. */
const LEAF = 0x20;

/**
 * Returns those of the `written` nodes that the state with this root refers to. Executing transactions writes a node for
 * each step in between too, which is most of them.
 */
export function selectReachable(
  written: ReadonlyMap<string, Uint8Array>,
  stateRoot: Uint8Array,
): Map<string, Uint8Array> {
  const reachable = new Map<string, Uint8Array>();

  function visit(reference: Item, ofAccounts: boolean): void {
    // A node shorter than a hash is part of its parent.
    if (!(reference instanceof Uint8Array)) {
      visitNode(reference, ofAccounts);
      return;
    }
    if (reference.length !== 32) return;
    const key = bytesToUnprefixedHex(reference);
    const node = written.get(key);
    // Below a node that an earlier block stored, everything is stored.
    if (node === undefined || reachable.has(key)) return;
    reachable.set(key, node);
    visitNode(RLP.decode(node) as Item[], ofAccounts);
  }

  function visitNode(node: readonly Item[], ofAccounts: boolean): void {
    const [path, child] = node;
    if (node.length === 17) for (const branch of node.slice(0, 16)) visit(branch, ofAccounts);
    else if (child !== undefined && ((path as Uint8Array)[0] ?? 0) < LEAF) visit(child, ofAccounts);
    else if (ofAccounts) visitAccount(RLP.decode(child as Uint8Array) as Uint8Array[]);
  }

  function visitAccount([, , storageRoot, codeHash]: readonly Uint8Array[]): void {
    if (storageRoot !== undefined) visit(storageRoot, false);
    const key = CODE_PREFIX + bytesToUnprefixedHex(codeHash ?? new Uint8Array());
    const code = written.get(key);
    if (code !== undefined) reachable.set(key, code);
  }

  visit(stateRoot, true);
  return reachable;
}

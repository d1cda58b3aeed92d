/**
 * Longer than a lease. A lease that is still held after this time was renewed, so its holder is not a process that died
 * before this one started.
 */
const LEASE_RENEWED_MILLISECONDS = 15_000;

const ALARM =
  'Another server signs this ledger too, and neither CAIRN_PEERS nor CAIRN_WITNESSES is set. An attacker who controls the database ' +
  'can have two servers sign two histories. See docs/runbooks/signing-record.md.';

/**
 * Returns a function that detects, on each tick, that another server holds the right to sign although the servers are
 * not compared outside of the database. It returns the warning once.
 */
export function createSecondServerAlarm(options: {
  readonly isCompared: boolean;
  readonly monotonic: () => number;
}): (leads: boolean, isFaulty: boolean) => string | undefined {
  let since: number | undefined;
  let warned = options.isCompared;
  return (leads, isFaulty) => {
    if (warned) return undefined;
    // Without a fault, only another holder keeps a server from the lease.
    since = leads || isFaulty ? undefined : (since ?? options.monotonic());
    if (since === undefined || options.monotonic() - since < LEASE_RENEWED_MILLISECONDS) return undefined;
    warned = true;
    return ALARM;
  };
}

import type { Registry } from '../open-registry.ts';
import { chargeLateParcels } from './charge-property.ts';

const INTERVAL_MILLISECONDS = 10 * 60_000;

/** Charges late taxes now and every ten minutes. The next round repeats a failed one. */
export function startCharging(registry: Registry): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const round = () => {
    running = chargeLateParcels(registry, stopping.signal).then(
      () => undefined,
      () => undefined,
    );
  };
  round();
  const timer = setInterval(round, INTERVAL_MILLISECONDS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** The most gas that each step of a settlement uses: a quarter above what `contracts/gas.json` measures. */
export const STEP_GAS_MAX = {
  deposit: 160_000,
  place: 150_000,
  fill: 150_000,
  close: 65_000,
  withdraw: 70_000,
  withdrawTo: 420_000,
} as const;
const CALL_GAS = 120_000;
/** The most gas of one transaction (EIP-7825). */
const TRANSACTION_GAS_MAX = 16_777_216;

export type StepName = keyof typeof STEP_GAS_MAX;

/** Returns the most gas that a call which settles these steps uses. */
export function settlementGasMax(steps: readonly StepName[]): number {
  return Math.min(
    steps.reduce((gas, step) => gas + STEP_GAS_MAX[step], CALL_GAS),
    TRANSACTION_GAS_MAX,
  );
}

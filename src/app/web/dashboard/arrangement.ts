import { z } from 'zod';
import { panels } from './panels.ts';

/** All panels by name, in their order, and which of them are hidden. */
export type Arrangement = { readonly order: readonly string[]; readonly hidden: readonly string[] };

export const panelNames: readonly string[] = panels.map(({ name }) => name);

export const defaultArrangement: Arrangement = { order: panelNames, hidden: [] };

const storageKey = 'dashboard-panels';
const Names = z
  .array(z.string())
  .transform((names) => names.filter((name) => panelNames.includes(name)))
  .catch([]);
const Stored = z.object({ order: Names, hidden: Names });

/**
 * Returns this device's arrangement. A panel that is newer than the arrangement is placed after the one that precedes
 * it by default. Falls back to the default if the stored value is invalid.
 */
export function readArrangement(store: Pick<Storage, 'getItem'> = localStorage): Arrangement {
  try {
    const { order, hidden } = Stored.parse(JSON.parse(store.getItem(storageKey) ?? '{}'));
    return { order: panelNames.reduce(withPanel, [...new Set(order)]), hidden };
  } catch {
    return defaultArrangement;
  }
}

function withPanel(order: readonly string[], name: string, at: number): readonly string[] {
  const before = panelNames[at - 1];
  const place = before === undefined ? 0 : order.indexOf(before) + 1;
  return order.includes(name) ? order : order.toSpliced(place, 0, name);
}

export function storeArrangement(arrangement: Arrangement, store: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    store.setItem(storageKey, JSON.stringify(arrangement));
  } catch {
    // Without storage the arrangement lasts until the page closes.
  }
}

/** Moves a panel one position up or down. Does nothing at either end. */
export function moved({ order, hidden }: Arrangement, panel: string, by: -1 | 1): Arrangement {
  const at = order.indexOf(panel);
  const other = order[at + by];
  if (other === undefined) return { order, hidden };
  return { hidden, order: order.map((each) => (each === panel ? other : each === other ? panel : each)) };
}

export function shown({ order, hidden }: Arrangement, panel: string, visible: boolean): Arrangement {
  const others = hidden.filter((each) => each !== panel);
  return { order, hidden: visible ? others : [...others, panel] };
}

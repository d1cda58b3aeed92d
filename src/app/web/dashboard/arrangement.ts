import { z } from 'zod';

export const panelNames = ['activity', 'health', 'attention', 'status', 'assistant'] as const;
export type PanelName = (typeof panelNames)[number];
/** All panels in their order, and which of them are hidden. */
export type Arrangement = { readonly order: readonly PanelName[]; readonly hidden: readonly PanelName[] };

export const usualArrangement: Arrangement = { order: panelNames, hidden: [] };

const storageKey = 'dashboard-panels';
const Names = z.array(z.enum(panelNames)).catch([]);
const Kept = z.object({ order: Names, hidden: Names });

/** The arrangement kept on this device. A panel that it does not know yet comes last; what cannot be read is the usual one. */
export function readArrangement(store: Pick<Storage, 'getItem'> = localStorage): Arrangement {
  try {
    const { order, hidden } = Kept.parse(JSON.parse(store.getItem(storageKey) ?? '{}'));
    return { order: [...new Set([...order, ...panelNames])], hidden };
  } catch {
    return usualArrangement;
  }
}

export function keepArrangement(arrangement: Arrangement, store: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    store.setItem(storageKey, JSON.stringify(arrangement));
  } catch {
    // Without storage it holds as long as the page.
  }
}

/** The panel one place up or down; as it was at either end. */
export function moved({ order, hidden }: Arrangement, panel: PanelName, by: -1 | 1): Arrangement {
  const at = order.indexOf(panel);
  const other = order[at + by];
  if (other === undefined) return { order, hidden };
  return { hidden, order: order.map((each) => (each === panel ? other : each === other ? panel : each)) };
}

export function shown({ order, hidden }: Arrangement, panel: PanelName, visible: boolean): Arrangement {
  const others = hidden.filter((each) => each !== panel);
  return { order, hidden: visible ? others : [...others, panel] };
}

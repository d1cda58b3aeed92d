import {
  ClipboardCheck,
  Factory,
  type LucideIcon,
  PackageCheck,
  PackageOpen,
  PencilLine,
  Truck,
  Undo2,
} from 'lucide-react';
import { holds, type User } from '#domains/participants/contract.ts';
import { canRecordForAnyone, capabilityOfAction, eventActions } from '#domains/trace/contract.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';

type ActionStyle = { readonly icon: LucideIcon; readonly tone: Tone };

const manufactured: ActionStyle = { icon: Factory, tone: 'blue' };
const styles: Readonly<Record<string, ActionStyle>> = {
  manufactured,
  shipped: { icon: Truck, tone: 'yellow' },
  received: { icon: PackageOpen, tone: 'purple' },
  delivered: { icon: PackageCheck, tone: 'green' },
  quality_check: { icon: ClipboardCheck, tone: 'teal' },
  returned: { icon: Undo2, tone: 'clay' },
  correction: { icon: PencilLine, tone: 'grey' },
};

/** Returns the icon and color of an action. Unknown actions look like `manufactured`. */
export function styleOf(action: string): ActionStyle {
  return styles[action] ?? manufactured;
}

/** Returns the color of an action. The ledger's own blocks are grey. */
export function toneOf(action: string): Tone {
  return styles[action]?.tone ?? 'grey';
}

/** Formats `quality_check` as `Quality check`, and a vocabulary URI by its last part. */
export function titleOf(action: string): string {
  if (action === 'epcis_header') return 'EPCIS header';
  const term = action.split(/[/#:]/).findLast((part) => part !== '') ?? action;
  const words = term.replace(/^BizStep-/, '').replaceAll('_', ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}

/** Returns the actions of the form that this account may record. */
export function actionsOf(user: Pick<User, 'role' | 'administrator'>): readonly string[] {
  if (holds(user, canRecordForAnyone)) return eventActions;
  return eventActions.filter((action) => holds(user, capabilityOfAction(action)));
}

import { type CapabilityHolder, holds, participantRoles } from '#domains/participants/contract.ts';
import { canRecordForAnyone, capabilityOfAction, eventActions } from '#domains/trace/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';
import { contentWords, stem } from '../../documentation/words.ts';
import { citeScreen, type Draft, listed, rolesOf } from '../turn.ts';

/** Answers which roles may do something, or what a role may do, from the capabilities that the server enforces. */
export function explainPermission(
  {
    role,
    action,
    words,
  }: { readonly role?: string | undefined; readonly action?: string | undefined; readonly words: string },
  capabilities: readonly Capability[],
  caller?: CapabilityHolder,
): Draft {
  const citations = [citeScreen('Role Demo', '/role-demo')];
  const holder = role === undefined || role === 'mine' ? undefined : singular(role);
  const found =
    action !== undefined && isEventAction(action) && !/\b(?:register|participant)/.test(words)
      ? capabilityOfAction(action)
      : closest(words, capabilities);
  if (holder !== undefined && found === undefined && /^what\b|\bpermissions?\b|\brights?\b/.test(words)) {
    const its = capabilities.filter(({ heldBy }) => heldBy.includes(holder));
    return {
      reply:
        its.length === 0
          ? `The role ${holder} has no capability of its own: it reads what is public.`
          : `The role ${holder} may: ${listed(its.map(({ title }) => lower(title)))}.`,
      citations,
    };
  }
  if (found === undefined)
    return {
      reply: 'I know who may do what from the permission table, and found nothing in it for that.',
      outcome: 'unknown',
      citations,
    };
  const who = rolesOf(found);
  const owners = found.ownersOf === undefined ? '' : ` So may whoever owns the ${found.ownersOf}.`;
  if (role === 'mine' && caller !== undefined) return { reply: explainOwn(caller, found, owners), citations };
  if (holder === undefined) return { reply: `${who} may do that: “${found.title}”.${owners}`, citations };
  const may = (participantRoles as readonly string[]).includes(holder)
    ? holds({ role: holder as 'shipper', administrator: false }, found)
    : found.heldBy.includes(holder);
  return {
    reply: `${may ? 'Yes' : 'No'}, a${/^[aeiou]/.test(holder) ? 'n' : ''} ${holder} ${may ? 'may' : 'may not'} do that (“${found.title}”). ${who} may.${owners}`,
    citations,
  };
}

/** Answers whether the asker may do something: an administrator records for any participant whose role allows it. */
function explainOwn(caller: CapabilityHolder, found: Capability, owners: string): string {
  const forAnyone =
    eventActions.some((action) => capabilityOfAction(action) === found) && holds(caller, canRecordForAnyone);
  if (forAnyone)
    return `Yes, an administrator may do that (“${found.title}”) for any participant whose role allows it.`;
  return holds(caller, found)
    ? `Yes, you may do that (“${found.title}”). ${rolesOf(found)} may.${owners}`
    : `No, your role, ${caller.role ?? 'none'}, may not do that (“${found.title}”). ${rolesOf(found)} may.${owners}`;
}

const isEventAction = (action: string) => (eventActions as readonly string[]).includes(action);
const singular = (role: string) => role.replace(/^admins?$/, 'administrator').replace(/s$/, '');
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** Returns the capability whose title has most of the words, if it has at least two of them, or the only one. */
function closest(words: string, capabilities: readonly Capability[]): Capability | undefined {
  const asked = contentWords(words)
    .map(stem)
    .filter((word) => !/^(?:may|can|who|role|allow|permission|manufactur|shipper|retail|do)/.test(word));
  if (asked.length === 0) return undefined;
  const scored = capabilities
    .map((capability) => ({
      capability,
      hits: asked.filter((word) =>
        `${capability.title} ${capability.name}`.toLowerCase().split(/\W+/).map(stem).includes(word),
      ).length,
    }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits);
  const [first, second] = scored;
  if (first === undefined || first.hits * 2 < asked.length || (second !== undefined && second.hits === first.hits))
    return undefined;
  return first.capability;
}

import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  BookOpen,
  Box,
  Boxes,
  CalendarPlus,
  FlaskConical,
  LayoutDashboard,
  type LucideIcon,
  MessageCircle,
  ScrollText,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react';
import { canReadAuditTrail } from '#domains/audit/contract.ts';
import { canTestApi } from '#domains/developers/contract.ts';
import { canReadObservability } from '#domains/observability/contract.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';

export type NavigationEntry = {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
  /** Shown to accounts that hold it; to everybody when omitted. */
  readonly capability?: Capability;
};

/** How many entries a phone shows in its bar; the rest are in a sheet. */
export const entriesOnPhone = 4;

/** The places of the product, in the order of the bar. An entry is added together with its screen, never before. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard },
  { label: 'Assets', to: '/assets', icon: Box },
  { label: 'Blockchain', to: '/blockchain', icon: Boxes },
  { label: 'Participants', to: '/participants', icon: UsersRound },
  { label: 'Events', to: '/events', icon: CalendarPlus, capability: canOpenEvents },
  { label: 'Audit Trail', to: '/audit', icon: ScrollText, capability: canReadAuditTrail },
  { label: 'API Testing', to: '/testing', icon: FlaskConical, capability: canTestApi },
  { label: 'API Docs', to: '/api-docs', icon: BookOpen },
  { label: 'Observability', to: '/observability', icon: Activity, capability: canReadObservability },
  { label: 'AI Assistant', to: '/chat', icon: MessageCircle },
  { label: 'Role Demo', to: '/role-demo', icon: UserRoundCheck },
];

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

/** Who is looking: nobody signed in, or an account with a role. */
export type Viewer = { readonly role: string } | null;

export type NavigationEntry = {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
  /** Whether this viewer sees it. Only hides: the server decides what may be done. */
  readonly visibleTo: (viewer: Viewer) => boolean;
};

/** How many entries a phone shows in its bar; the rest stand in a sheet. */
export const entriesOnPhone = 4;

const everyone = () => true;
const roles =
  (...allowed: readonly string[]) =>
  (viewer: Viewer) =>
    viewer !== null && allowed.includes(viewer.role);

/** The places of the product, in the order of the bar. An entry is added together with its screen, never before. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard, visibleTo: everyone },
  { label: 'Assets', to: '/assets', icon: Box, visibleTo: everyone },
  { label: 'Blockchain', to: '/blockchain', icon: Boxes, visibleTo: everyone },
  { label: 'Participants', to: '/participants', icon: UsersRound, visibleTo: everyone },
  { label: 'Events', to: '/events', icon: CalendarPlus, visibleTo: roles('manufacturer', 'shipper', 'retailer') },
  { label: 'Audit Trail', to: '/audit', icon: ScrollText, visibleTo: roles('manufacturer', 'other') },
  { label: 'API Testing', to: '/testing', icon: FlaskConical, visibleTo: roles('manufacturer', 'other') },
  { label: 'API Docs', to: '/api-docs', icon: BookOpen, visibleTo: everyone },
  { label: 'Observability', to: '/observability', icon: Activity, visibleTo: roles('manufacturer', 'other') },
  { label: 'AI Assistant', to: '/chat', icon: MessageCircle, visibleTo: everyone },
  { label: 'Role Demo', to: '/role-demo', icon: UserRoundCheck, visibleTo: everyone },
];

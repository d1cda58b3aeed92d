import type { QueryClient } from '@tanstack/react-query';
import type { LinkProps, NavigateOptions } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Capability } from '../contract/capability.ts';

/**
 * The manifest of a domain for the browser: everything that the app shell shows for it. It is part of the first page,
 * so it imports screens, panels and searches lazily.
 */
export type WebDomain = {
  readonly name: string;
  /** The name of its blocks in filters; absent if it appends none. */
  readonly blocks?: string;
  /** The labels of its blocks by action, where the label differs from the action itself. */
  readonly blockWords?: Readonly<Record<string, string>>;
  /** The rows of the permission matrix. */
  readonly capabilities?: readonly Capability[];
  readonly navigation?: readonly NavigationEntry[];
  /** Shown beside the menu of accounts with this role. */
  readonly headerItem?: { readonly holder: string; readonly load: () => Promise<{ default: ComponentType }> };
  /** Shown to signed-in accounts above every page, as long as it has content. */
  readonly notice?: () => Promise<{ default: ComponentType }>;
  /** Shown at the top of forms that record something, if the account may not record now. */
  readonly recordingNotice?: () => Promise<{ default: ComponentType }>;
  /** The account's most frequent actions. Those of the first domains come first. */
  readonly quickActions?: readonly QuickAction[];
  readonly shortcuts?: readonly Shortcut[];
  readonly panels?: readonly DashboardPanel[];
  readonly search?: () => Promise<PaletteSearch>;
  readonly stale?: StaleQueries;
  /** Path prefixes under which nothing is saved offline to be sent later. */
  readonly sendsNothingLater?: readonly string[];
  /** Tasks to try, by role. */
  readonly tasks?: () => Promise<{ readonly tasks: Readonly<Record<string, readonly RoleTask[]>> }>;
};

/** Shown to accounts that hold the capability, and to everyone if it is omitted. The server enforces the permissions. */
type Restricted = { readonly capability?: Capability };

export type NavigationEntry = Restricted & {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
  /** One of the groups that the app lists. */
  readonly group: string;
  /** Ascending within the group. */
  readonly position: number;
  /** The capability whose accounts use this as their main screen: second in a phone's bar. */
  readonly mainFor?: Capability;
};

export type QuickAction = Restricted & {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
};

export type Shortcut = Restricted & {
  /** Pressed one after the other. A chord counts as one key: `Mod+k`. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly group: 'Anywhere' | 'Go to' | 'On a page';
  /** The page itself handles those of kind `page`; the sheet only lists them. */
  readonly effect:
    | { readonly kind: 'go'; readonly way: NavigateOptions }
    | { readonly kind: 'search' | 'palette' | 'sheet' | 'theme' | 'page' };
};

export type DashboardPanel = Restricted & {
  /** Permanent, because stored arrangements refer to it. */
  readonly name: string;
  readonly title: string;
  /** Ascending in the default arrangement. */
  readonly position: number;
  /** True for a panel with tasks that wait for the account. It comes before the totals, or beside them. */
  readonly leads?: true;
  /** True for a list that reaches the edges of its card. It is about as tall as three other panels. */
  readonly tall?: true;
  readonly load: () => Promise<PanelModule>;
};

export type PanelModule = {
  readonly default: ComponentType<PanelProps>;
  /** Shown at the end of the panel's title. */
  readonly PanelAction?: ComponentType<PanelProps>;
  /** Starts to load the panel's data before the page is rendered. The panel itself retries a failed request. */
  readonly readAhead?: (ahead: PanelAhead) => void;
  /** Reads the panel's data for its CSV file. A panel without it has no export button. */
  readonly readTable?: (props: PanelProps) => Promise<PanelTable>;
};

export type PanelProps = {
  /** UTC days, by when events happened or were recorded. */
  readonly period: { readonly from: string; readonly to: string; readonly clock: 'happened' | 'recorded' };
  /** False while the reader has paused the dashboard. */
  readonly live: boolean;
};

export type PanelAhead = Pick<PanelProps, 'period'> & {
  readonly queryClient: QueryClient;
};

export type PanelTable = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

/** A domain's search in the palette. */
export type PaletteSearch = {
  readonly icons: Readonly<Record<string, LucideIcon>>;
  /** Returns the hits that the text identifies by its form alone, such as a block number. */
  readonly name?: (text: string) => readonly Hit[];
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<{ exact?: readonly Hit[]; groups?: readonly HitGroup[] }>;
};

export type HitGroup = { readonly label: string; readonly hits: readonly Hit[] };

/** A destination as plain data, which can be stored in the list of recent places. */
export type Hit = {
  /** Identifies the place. */
  readonly key: string;
  /** A key of the domain's `icons`. */
  readonly kind: string;
  readonly title: string;
  readonly detail?: string;
  /** Shown as ids are, instead of a detail. */
  readonly id?: string;
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
};

/** The queries that a new block invalidates. */
export type StaleQueries = {
  /** Keys of queries that are refetched if they are on screen. */
  readonly refetched?: readonly (readonly string[])[];
  /** Keys of lists that someone may be reading. They are refetched on request. */
  readonly marked?: readonly (readonly string[])[];
};

/** A task to try in a role. One with actions is checked off by an event that records one of them. */
export type RoleTask = {
  readonly title: string;
  readonly text: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly actions?: readonly string[];
};

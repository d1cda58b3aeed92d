import { Link } from '@tanstack/react-router';
import { Moon, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NavigationEntry } from '#platform/web/domain.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Logo } from '../logo.tsx';
import { AssistantLink } from './assistant-link.tsx';
import { ConnectionMark } from './connection/connection-notice.tsx';
import { OverflowNavigation } from './overflow-navigation.tsx';
import { askForPalette } from './palette-request.ts';
import { useTheme } from './theme.ts';

export type HeaderProps = { entries: readonly NavigationEntry[]; account: ReactNode };

/** Shows the logo, the navigation, and the viewer's own menu. */
export function Header({ entries, account }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page/92 backdrop-blur-md print:hidden">
      <div className="page-width flex h-14 items-center gap-2 sm:gap-5">
        <Link to="/" aria-label="Cairn, home" className="-mx-1 flex h-control items-center rounded-6 px-1">
          <Logo />
        </Link>
        <OverflowNavigation entries={entries} />
        <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-1.5">
          <ConnectionMark />
          <SearchButton />
          <AssistantLink />
          <ThemeToggle />
          {account}
        </div>
      </div>
    </header>
  );
}

/** Opens the command palette. */
function SearchButton() {
  return (
    <IconButton
      label="Search or go to"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => askForPalette('search')}
    >
      <Search aria-hidden="true" size={17} />
    </IconButton>
  );
}

/** Switches between light and dark, and stores the choice. */
function ThemeToggle() {
  const { theme, choose } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={`Use ${other} theme`} onClick={() => choose(other)}>
      {theme === 'dark' ? <Sun aria-hidden="true" size={17} /> : <Moon aria-hidden="true" size={17} />}
    </IconButton>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '../logo.tsx';
import type { NavigationEntry } from '../navigation.ts';
import { AssistantLink } from './assistant-link.tsx';
import { OverflowNavigation } from './overflow-navigation.tsx';
import { SearchButton } from './search-button.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

export type HeaderProps = { entries: readonly NavigationEntry[]; account: ReactNode };

/** The one bar: logo, places, and at the end what belongs to the reader. */
export function Header({ entries, account }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page/92 backdrop-blur-md print:hidden">
      <div className="page-width flex h-14 items-center gap-5">
        <Link to="/" aria-label="Cairn, home" className="-mx-1 flex h-control items-center rounded-6 px-1">
          <Logo />
        </Link>
        <OverflowNavigation entries={entries} />
        <div className="ml-auto flex shrink-0 items-center gap-1.5">
          <SearchButton />
          <AssistantLink />
          <ThemeToggle />
          {account}
        </div>
      </div>
    </header>
  );
}

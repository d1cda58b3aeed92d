import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogIn, type LucideIcon, MoonStar, ShieldUser, Sparkles, UserPlus, UserRoundCog } from 'lucide-react';
import { canOpenAdministration, holds, opensTo } from '#domains/participants/contract.ts';
import { askToSignIn, useSession } from '#domains/participants/web/index.ts';
import type { SearchGroup } from '#platform/web/ui/form/search-list.tsx';
import { quickActions } from '../domains.ts';
import { entriesFor } from '../navigation.ts';
import { askForPalette } from '../shell/palette-request.ts';
import { useTheme } from '../shell/theme.ts';

type Command = { readonly label: string; readonly icon: LucideIcon; readonly run: () => void };

/** Returns this viewer's pages and actions whose words start with the typed words. */
export function useCommands(text: string): readonly SearchGroup[] {
  const navigate = useNavigate();
  const { user } = useSession();
  const { theme, choose } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  const pages: readonly Command[] = [
    ...entriesFor(user).map(({ label, icon, to }) => ({ label, icon, run: () => void navigate({ to }) })),
    ...(user ? [{ label: 'Profile Settings', icon: UserRoundCog, run: () => void navigate({ to: '/profile' }) }] : []),
    ...(user && holds(user, canOpenAdministration)
      ? [{ label: 'Admin Panel', icon: ShieldUser, run: () => void navigate({ to: '/admin' }) }]
      : []),
    { label: 'About Cairn', icon: Sparkles, run: () => void navigate({ to: '/landing' }) },
  ];
  const actions: readonly Command[] = [
    ...quickActions
      .filter((action) => opensTo(user, action))
      .map(({ label, icon, link }) => ({
        label,
        icon,
        run: () => void navigate(link),
      })),
    ...(user === null
      ? [
          { label: 'Sign In', icon: LogIn, run: () => askToSignIn() },
          { label: 'Create Account', icon: UserPlus, run: () => askToSignIn('create account') },
        ]
      : []),
    { label: `Use ${other} theme`, icon: MoonStar, run: () => choose(other) },
    { label: 'Keyboard shortcuts', icon: Keyboard, run: () => askForPalette('shortcuts') },
  ];
  const toGroup = (label: string, commands: readonly Command[]): SearchGroup => ({
    label,
    items: commands
      .filter((command) => fits(command.label, text))
      .map(({ label: title, icon: Icon, run }) => ({
        key: title,
        label: title,
        icon: <Icon aria-hidden="true" size={15} />,
        onChoose: run,
      })),
  });
  return [toGroup('Pages', pages), toGroup('Actions', actions)];
}

/** Reports whether each typed word starts a word of the label. */
function fits(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}

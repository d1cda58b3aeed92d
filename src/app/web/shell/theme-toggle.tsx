import { Moon, Sun } from 'lucide-react';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { useTheme } from './theme.ts';

/** Changes between light and dark, and keeps the choice. */
export function ThemeToggle() {
  const { theme, choose } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={`Use ${other} theme`} onClick={() => choose(other)}>
      {theme === 'dark' ? <Sun aria-hidden="true" size={17} /> : <Moon aria-hidden="true" size={17} />}
    </IconButton>
  );
}

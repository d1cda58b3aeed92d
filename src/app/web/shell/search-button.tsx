import { Search } from 'lucide-react';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { askForPalette } from './palette-request.ts';

/** Opens the one search that leads anywhere. */
export function SearchButton() {
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

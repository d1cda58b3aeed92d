import { X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import type { SearchGroup } from '#platform/web/ui/form/search-list.tsx';
import { askForPalette } from '../shell/palette-request.ts';
import { CommandPalette } from './command-palette.tsx';
import { recentPlacesOf } from './recent-places.ts';
import { useCommands } from './use-commands.tsx';
import { usePlaceItem, useSearchResults } from './use-search-results.tsx';

/** Searches pasted text, pages, actions, and the ledger from one field. */
export default function Palette() {
  const [text, setText] = useState('');
  const places = recentPlacesOf(useSession().user?.id);
  const recent = places.read();
  const toItem = usePlaceItem();
  const clear = {
    key: 'clear',
    label: 'Clear recent places',
    icon: <X aria-hidden="true" size={15} />,
    onChoose: places.forget,
  };
  const commands = useCommands(text);
  const found = useSearchResults(text);
  const [named, ...others] = found.groups;
  const groups: readonly SearchGroup[] =
    text.trim() === ''
      ? [{ label: 'Recent', items: recent.length === 0 ? [] : [...recent.map(toItem), clear] }, ...commands]
      : [...(named ? [named] : []), ...commands, ...others];
  return (
    <CommandPalette
      open
      onOpenChange={(open) => open || askForPalette(null)}
      label="Search or go to"
      placeholder="Page, asset, block or hash"
      value={text}
      onChange={setText}
      groups={groups}
      searching={found.searching}
      empty={`No results for “${text.trim()}”. Try an asset's name or ID, or a block number.`}
    />
  );
}

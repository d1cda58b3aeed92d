import { lazy, Suspense } from 'react';
import { usePaletteRequest } from './palette-request.ts';

const Palette = lazy(() => import('../palette/palette.tsx'));
const ShortcutSheet = lazy(() => import('../palette/shortcut-sheet.tsx'));
const Keys = lazy(() => import('../palette/keys.tsx'));

/** Stands once at the root: listens for the keys, and shows what they or the search button ask for. All of it is fetched late. */
export function PaletteHost() {
  const asked = usePaletteRequest();
  return (
    <Suspense>
      <Keys />
      {asked === 'search' ? <Palette /> : null}
      {asked === 'shortcuts' ? <ShortcutSheet /> : null}
    </Suspense>
  );
}

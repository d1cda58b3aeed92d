import { Maximize, Minus, Plus } from 'lucide-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';

/** The controls on the map. */
export function MapButtons({ map, onShowAll }: { map: MapLibre; onShowAll: () => void }) {
  return (
    <div className="absolute right-3 bottom-3 flex divide-x divide-line overflow-hidden rounded-8 border border-line-strong bg-raised sm:top-3 sm:bottom-auto sm:flex-col sm:divide-x-0 sm:divide-y">
      <IconButton label="Zoom in" className="rounded-none" onClick={() => map.zoomIn()}>
        <Plus aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Zoom out" className="rounded-none" onClick={() => map.zoomOut()}>
        <Minus aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Show the whole city" className="rounded-none" onClick={onShowAll}>
        <Maximize aria-hidden="true" size={16} />
      </IconButton>
    </div>
  );
}

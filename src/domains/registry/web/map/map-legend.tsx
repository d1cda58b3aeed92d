import { type ColorBy, legendOf } from './map-colors.ts';

/** The legend of the map's colors. */
export function MapLegend({ colorBy }: { colorBy: ColorBy }) {
  return (
    <ul aria-label="Colors of the map" className="flex flex-wrap gap-x-4 gap-y-1.5 text-12 text-muted">
      {legendOf(colorBy).map(({ value, label, tone, css }) => (
        <li key={value} data-tone={tone} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="size-3 rounded-[3px] border border-control"
            style={{ backgroundColor: css }}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}

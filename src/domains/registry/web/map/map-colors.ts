import { owedSteps } from '#domains/registry/contract/map.ts';
import type { PropertyStatus, PropertyType } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { propertyTypeNames } from '../property-type.ts';

/** The property that the map colors parcels by. */
export type ColorBy = 'use' | 'owed' | 'status';

/** A color as CSS, in terms of the theme's variables for the tone. */
export type MapColor = { readonly tone: Tone; readonly css: string };

/** A color of parcels with its meaning. `value` is the value of the tile's attribute `colorBy`. */
export type LegendEntry = MapColor & { readonly value: string | number; readonly label: string };

/** Returns a muted hue, so that a whole city of it stays quiet and the selection stands out. */
const earth = (tone: Tone, part: number): MapColor => ({
  tone,
  css: `color-mix(in oklab, var(--tone-line) ${part}%, var(--stone-5))`,
});
/** The color of land without buildings, or without tax owed: that of paper. */
const blank: MapColor = { tone: 'grey', css: 'var(--surface)' };

const uses: Readonly<Record<PropertyType, MapColor>> = {
  residential: earth('yellow', 55),
  mixed: earth('clay', 65),
  commercial: earth('red', 65),
  industrial: earth('purple', 55),
  civic: earth('blue', 65),
  park: earth('green', 70),
  vacant: blank,
};

const mix = (part: number): MapColor => ({
  tone: 'clay',
  css: `color-mix(in oklab, var(--tone-solid) ${part}%, var(--tone-soft))`,
});
/** One hue that gets stronger with the amount, so that the order is visible without distinguishing hues. */
const owed: readonly MapColor[] = [blank, mix(18), mix(45), mix(75), { tone: 'clay', css: 'var(--tone-ink)' }];

const statuses: Readonly<Record<PropertyStatus, MapColor>> = {
  active: earth('green', 60),
  retired: earth('grey', 100),
};

/** Returns the colors of a map with their meaning, in the order of the legend. */
export function legendOf(colorBy: ColorBy): readonly LegendEntry[] {
  if (colorBy === 'use')
    return Object.entries(uses).map(([value, color]) => ({
      ...color,
      value,
      label: propertyTypeNames[value as PropertyType],
    }));
  if (colorBy === 'owed') return owed.map((color, step) => ({ ...color, value: step, label: owedLabel(step) }));
  return [
    { ...statuses.active, value: 'active', label: 'Active' },
    { ...statuses.retired, value: 'retired', label: 'Retired' },
  ];
}

/** Returns the label of a step of tax owed: `$500 to $2,500`. */
export function owedLabel(step: number): string {
  const [from, below] = [owedSteps[step], owedSteps[step + 1]];
  if (step === 0 || from === undefined) return 'Nothing owed';
  const start = formatCents(step === 1 ? 0 : from).replace('.00', '');
  if (below === undefined) return `${start} or more`;
  return step === 1
    ? `Below ${formatCents(below).replace('.00', '')}`
    : `${start} to ${formatCents(below).replace('.00', '')}`;
}

/** The colors of everything but parcels. */
export const groundColors = {
  land: { tone: 'grey', css: 'var(--stone-4)' },
  street: { tone: 'grey', css: 'var(--stone-2)' },
  water: { tone: 'teal', css: 'color-mix(in oklab, var(--tone-line) 70%, var(--stone-5))' },
  shore: { tone: 'teal', css: 'color-mix(in oklab, var(--tone-solid) 40%, var(--tone-line))' },
  green: { tone: 'lime', css: 'color-mix(in oklab, var(--tone-line) 55%, var(--stone-4))' },
  bridge: { tone: 'grey', css: 'var(--stone-8)' },
  outline: { tone: 'grey', css: 'color-mix(in oklab, var(--stone-9) 60%, var(--stone-6))' },
  hovered: { tone: 'grey', css: 'var(--stone-12)' },
  selected: { tone: 'grey', css: 'var(--accent)' },
} as const satisfies Record<string, MapColor>;

export type GroundColor = keyof typeof groundColors;

/** Returns a function that computes a color of the current theme in the form that WebGL code parses: `rgb(12 34 56)`. */
export function openPalette(parent: HTMLElement): { read(color: MapColor): string; close(): void } {
  const probe = document.createElement('span');
  probe.hidden = true;
  parent.append(probe);
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return {
    read({ tone, css }) {
      probe.dataset['tone'] = tone;
      probe.style.color = css;
      if (context === null) return 'rgb(128,128,128)';
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return `rgb(${red},${green},${blue})`;
    },
    close: () => probe.remove(),
  };
}

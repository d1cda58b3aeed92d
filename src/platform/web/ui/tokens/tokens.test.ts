import { describe, expect, test } from 'vitest';
import css from './tokens.css?raw';

type Lch = readonly [number, number, number];
const themes = { light: block(':root {'), dark: { ...block(':root {'), ...block(':root.dark {') } };
const tones = [...css.matchAll(/\[data-tone="(\w+)"\] \{([^}]+)\}/g)].map(([, name, body = '']) => ({
  name: name ?? '',
  hue: Number(body.match(/--tone-hue: ([\d.]+)/)?.[1] ?? 75),
  chroma: Number(body.match(/--tone-chroma: ([\d.]+)/)?.[1] ?? 1),
}));
const grounds = ['--page', '--surface', '--raised', '--sunken', '--stone-4'];

describe.each(Object.entries(themes))('%s theme', (_, tokens) => {
  const color = (name: string): Lch => lch(tokens[name] ?? '', tokens);
  const tone = (part: string, of: { hue: number; chroma: number }): Lch => {
    const [l = 0, c = 0] = (tokens[`--tone-${part}-lc`] ?? '').split(' ').map(Number);
    return [l, c * of.chroma, of.hue];
  };

  test.each(grounds)('every kind of text is readable on %s', (ground) => {
    for (const text of ['--stone-12', '--stone-11', '--stone-10', '--accent-ink']) {
      expect(contrast(color(text), color(ground)), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('text on the accent, on danger and on a selection is readable', () => {
    for (const ground of ['--accent', '--accent-hover']) {
      expect(contrast(color('--on-accent'), color(ground)), ground).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ['--danger', '--danger-hover']) {
      expect(contrast(color('--on-danger'), color(ground)), ground).toBeGreaterThanOrEqual(4.5);
    }
    for (const text of ['--stone-12', '--stone-11', '--accent-ink']) {
      expect(contrast(color(text), color('--accent-soft')), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(tones)('text in tone $name is readable on its own background and on every surface', (of) => {
    const ink = tone('ink', of);
    expect(contrast(ink, tone('soft', of))).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds) expect(contrast(ink, color(ground)), ground).toBeGreaterThanOrEqual(4.5);
  });

  test('the focus ring and the edge of a checkbox contrast with every surface', () => {
    for (const ground of ['--page', '--surface', '--raised']) {
      expect(contrast(color('--accent'), color(ground)), ground).toBeGreaterThanOrEqual(3);
      expect(contrast(color('--stone-9'), color(ground)), ground).toBeGreaterThanOrEqual(3);
    }
  });
});

function block(selector: string): Record<string, string> {
  const start = css.indexOf(selector);
  const body = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

function lch(value: string, tokens: Record<string, string>): Lch {
  const reference = value.match(/^var\((--[\w-]+)\)$/)?.[1];
  if (reference) return lch(tokens[reference] ?? '', tokens);
  const [l, c, h] = (value.match(/^oklch\(([\d. ]+)\)$/)?.[1] ?? '').split(' ').map(Number);
  if (l === undefined || c === undefined || h === undefined) throw new Error(`not a color: ${value}`);
  return [l, c, h];
}

/** WCAG 2 contrast ratio. */
function contrast(one: Lch, other: Lch): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Converts Oklab to linear sRGB by Ottosson's matrices (https://bottosson.github.io/posts/oklab/), clipped to the gamut.
 */
function luminance([l, c, h]: Lch): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(Math.max(value, 0), 1);
  const red = clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

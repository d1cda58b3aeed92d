/**
 * The hues that may carry meaning. A component sets `data-tone`, and tokens.css provides `tone-soft`, `tone-line`,
 * `tone-solid` and `tone-ink`, tuned for each theme. The caller decides what a tone means, and always adds a word or
 * icon.
 */
export const tones = [
  'grey',
  'blue',
  'yellow',
  'green',
  'purple',
  'red',
  'amber',
  'teal',
  'indigo',
  'rose',
  'lime',
  'clay',
] as const;
export type Tone = (typeof tones)[number];

/**
 * The hues that may carry meaning. A part sets `data-tone`, and tokens.css gives it `tone-soft`, `tone-line`, `tone-solid`
 * and `tone-ink`, tuned for each theme. What a tone stands for is the business's to say; a word or icon always stands beside it.
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

/** How long things wait, in milliseconds unless the name says otherwise: the one place that holds these figures. */
export const timing = {
  /** A tooltip opens after this long under the pointer, and at once within `tooltipSkip` of the last one. */
  tooltipDelay: 700,
  tooltipSkip: 300,
  /** A toast shows for this long, one at a time; a dismissed one is forgotten after `toastRemoval`. */
  toastDuration: 5000,
  toastLimit: 1,
  toastRemoval: 1_000_000,
  /** A toast swiped further than this many pixels goes. */
  toastSwipePixels: 50,
  /** A scroll bar hides this long after the last scroll, or after the pointer has left. */
  scrollbarHide: 600,
  /** Search waits this long after the last key. */
  searchDebounce: 300,
  /** What a server measures of itself is read again this often. */
  refresh: 30_000,
  /** "Copied" stays this long. */
  copied: 1600,
  /** How long a stone takes to settle, and anything else that moves: `--motion` in tokens.css says the same. */
  motion: 180,
} as const;

/** All delays and durations of the web app, in milliseconds unless the name has another unit. */
export const timing = {
  /** A tooltip opens after this delay, and immediately within `tooltipSkip` of the previous one. */
  tooltipDelay: 700,
  tooltipSkip: 300,
  /** A toast shows for this long. A dismissed one is removed after `toastRemoval`. */
  toastDuration: 5000,
  toastLimit: 1,
  toastRemoval: 1_000_000,
  /** Swiping a toast further than this many pixels dismisses it. */
  toastSwipePixels: 50,
  /** A scroll bar hides this long after the last scroll, or after the pointer leaves. */
  scrollbarHide: 600,
  /** A search starts this long after the last key. */
  searchDebounce: 300,
  /** The interval for refetching the server's own metrics. */
  refresh: 30_000,
  /** A verdict of the chain counts for this long: until the next refresh, and five seconds for its response. */
  verdictLifetime: 35_000,
  /** A page waits this long for the next verdict before it shows a notice that there is none. */
  verdictSettles: 3000,
  /** "Copied" shows for this long. */
  copied: 1600,
  /** The duration of all motion, such as a settling stone: the same as `--motion` in tokens.css. */
  motion: 180,
} as const;

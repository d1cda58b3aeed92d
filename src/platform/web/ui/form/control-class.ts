/** The shared classes of text fields, selects and comboboxes. */
export const controlClass =
  'w-full min-w-0 rounded-6 border border-control/60 bg-surface text-14 text-ink transition-colors hover:border-control focus-visible:border-accent focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-danger pointer-coarse:text-16';

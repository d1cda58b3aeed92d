/** Classes of a link within text or a list. */
export const linkClass = 'rounded-6 font-medium text-accent-ink underline-offset-2 hover:underline';

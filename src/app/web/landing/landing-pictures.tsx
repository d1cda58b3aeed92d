/** The pictures that `node scripts/pictures.ts` takes, with their descriptions. */
export const pictures = [
  {
    name: 'dashboard',
    title: 'The day in one glance',
    alt: 'The dashboard: totals of assets, events and participants, the newest activity, what needs attention, and the health of the chain.',
  },
  {
    name: 'asset',
    title: 'A journey, step by step',
    alt: 'The page of the coffee crate: six of six steps verified, a stone for each step, and below them who did what, where and when.',
  },
] as const;

const width = 1200;
const height = 750;

/** Shows the product itself, on the demo data, in the theme of the reader. */
export function LandingPictures() {
  return (
    <section aria-labelledby="pictures-title" className="page-width pt-16">
      <h2 id="pictures-title" className="text-24 sm:text-32">
        What you work with
      </h2>
      <ul className="mt-8 grid gap-x-6 gap-y-10 md:grid-cols-2">
        {pictures.map(({ name, title, alt }) => (
          <li key={name}>
            <figure>
              {(['light', 'dark'] as const).map((theme) => (
                <img
                  key={theme}
                  src={`/pictures/${name}-${theme}.webp`}
                  alt={alt}
                  width={width}
                  height={height}
                  loading="lazy"
                  decoding="async"
                  className={`h-auto w-full rounded-12 border border-line ${theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}`}
                />
              ))}
              <figcaption className="mt-3 text-muted">{title}, with demo data</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

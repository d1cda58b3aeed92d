import { measured } from './measured.ts';

/** Shows what has been measured so far, next to the sizes that are only targets. */
export function LandingMeasured() {
  return (
    <section id="measured" aria-labelledby="measured-title" className="page-width scroll-mt-16 pb-16">
      <h2 id="measured-title" className="text-24 sm:text-32">
        Measured so far, on one machine
      </h2>
      <ul className="mt-8 grid gap-x-16 border-t border-line md:grid-cols-2">
        {measured.map(({ what, result, size, target }) => (
          <li key={what} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3">
            <span>{what}</span>
            <span className="tabular font-semibold">{result}</span>
            <span className="w-full text-13 text-muted">
              with {size}
              {target === undefined ? null : ` · target: ${target}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 max-w-[72ch] text-pretty text-muted">
        Measured on November 23, 2026, with 2 cores and 24 GiB of memory. Every result, met or not, is in{' '}
        <code>bench/RESULTS.md</code>.
      </p>
    </section>
  );
}

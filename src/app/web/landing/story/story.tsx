import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { useCrate } from './crate-query.ts';
import { StoryList } from './story-list.tsx';
import { StoryPicture } from './story-picture.tsx';
import { storyEvents } from './story-steps.ts';

/**
 * Shows the journey of one crate from Rwanda to Bergen: a list of its events, and next to it a map and a cairn that
 * gets a stone for each event as the reader scrolls. On a demo ledger the events are real blocks, which the last step
 * verifies.
 */
export function Story() {
  const list = useRef<HTMLOListElement>(null);
  const crate = useCrate();
  const [verified, setVerified] = useState(false);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const read = useReadStep(list);
  return (
    <section aria-labelledby="steps-title" className="border-y border-line bg-sunken">
      <div className="page-width py-16">
        <h2 id="steps-title" className="text-24 sm:text-32">
          Three steps, one record
        </h2>
        <p className="mt-2 max-w-[60ch] text-pretty text-muted">
          Follow one crate of coffee from Rwanda to Bergen.{' '}
          {crate === null
            ? 'This is an example: the ledger you are looking at has no such crate.'
            : 'Each stone is a block of this ledger.'}
        </p>
        <div className="mt-8 md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] md:items-start md:gap-x-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-x-16">
          <StoryPicture step={still ? storyEvents.length : read} verified={verified} />
          <StoryList ref={list} crate={crate} read={read} onVerified={setVerified} />
        </div>
      </div>
    </section>
  );
}

/** The line of the viewport that a step must cross to be the one being read. */
const readingLine = '-58% 0px -42%';

/** Returns the number of the step at the reading line, from 0. */
function useReadStep(list: React.RefObject<HTMLOListElement | null>): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const items = [...(list.current?.querySelectorAll('[data-step]') ?? [])];
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast((entry) => entry.isIntersecting);
        if (entered) setStep(items.indexOf(entered.target));
      },
      { rootMargin: readingLine },
    );
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, [list]);
  return step;
}

import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { timing } from './timing.ts';

/** A region that scrolls, its bar shown while it does and 600 ms after. Within reach of the keyboard, so it needs a name. */
export function ScrollArea({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      element.dataset.scrolling = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete element.dataset.scrolling, timing.scrollbarHide);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, []);
  return (
    <section
      ref={region}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
      tabIndex={0}
      className={classNames(
        'overflow-auto [scrollbar-color:transparent_transparent] [scrollbar-width:thin] hover:[scrollbar-color:var(--stone-8)_transparent] focus-visible:[scrollbar-color:var(--stone-8)_transparent] data-scrolling:[scrollbar-color:var(--stone-8)_transparent]',
        className,
      )}
    >
      {children}
    </section>
  );
}

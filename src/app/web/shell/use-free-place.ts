import { type RefObject, useEffect, useState } from 'react';

/** Wider, the page leaves its edge free. */
const narrow = '(width < 80rem)';
const controls = 'a, button, input, select, textarea, summary, [role="button"]';
/** How long the page has to lie still before the place is looked at. */
const settledMilliseconds = 200;

/**
 * Whether what floats at `place` may be shown: below 1280 px, not while the reader scrolls down, and not where it would
 * lie on something to press. Looked at again whenever the page has come to rest. On anything wider it is always shown.
 */
export function useFreePlace(place: RefObject<HTMLElement | null>): boolean {
  const [free, setFree] = useState(() => !matchMedia(narrow).matches);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = scrollY;
    const look = () => setFree(!matchMedia(narrow).matches || !liesOnControl(place.current));
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(look, settledMilliseconds);
    };
    const onScroll = () => {
      if (scrollY > top && matchMedia(narrow).matches) setFree(false);
      top = scrollY;
      settle();
    };
    // What comes in may take the place of a skeleton of its own height, and what unfolds is there before.
    const changes = new MutationObserver(settle);
    const sizes = new ResizeObserver(settle);
    const main = document.querySelector('main');
    if (main) {
      changes.observe(main, { childList: true, subtree: true });
      sizes.observe(main);
    }
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', settle);
    settle();
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      sizes.disconnect();
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', settle);
    };
  }, [place]);
  return free;
}

function liesOnControl(floating: HTMLElement | null): boolean {
  if (floating === null) return false;
  const own = floating.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>(`main :is(${controls}), footer a`)].some((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return left < own.right && right > own.left && top < own.bottom && bottom > own.top && control.checkVisibility();
  });
}

import { type RefObject, useEffect, useState } from 'react';

/** Wider pages have a free margin. */
const narrow = '(width < 80rem)';
const controls = 'a, button, input, select, textarea, summary, [role="button"]';
/** How long the page must stay still before the position is checked. */
const settledMilliseconds = 200;

/**
 * Reports whether the floating button at `place` may be shown. Below 1280 px it is hidden while the reader scrolls down and
 * wherever it would cover a control; checked again whenever the page settles. On wider pages it is always shown.
 */
export function useFloatingVisibility(place: RefObject<HTMLElement | null>): boolean {
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
    // New content may replace a skeleton of the same height, so sizes alone do not show it.
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

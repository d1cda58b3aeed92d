import { type RefObject, useEffect, useState } from 'react';

/** Wider pages have a free margin. */
const narrow = '(width < 80rem)';
/** Elements that must stay visible as a whole, including their padding: a cell of a table, a badge. */
const boxes = 'td, th, [data-tone]';
const controls = 'a, button, input, select, textarea, summary, [role="button"]';
/** How long the page must stay still before the position is checked. */
const settledMilliseconds = 200;

/**
 * Reports whether the floating button at `place` may be shown. Below 1280 px it is hidden while the reader scrolls
 * down, and where it would cover a control, a cell, a badge or text, such as an amount. The position is checked again
 * whenever the page settles. On wider pages it is always shown.
 */
export function useFloatingVisibility(place: RefObject<HTMLElement | null>): boolean {
  const [free, setFree] = useState(() => !matchMedia(narrow).matches);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = scrollY;
    const look = () => setFree(!matchMedia(narrow).matches || !covers(place.current));
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
      changes.observe(main, { childList: true, characterData: true, subtree: true });
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

function covers(floating: HTMLElement | null): boolean {
  if (floating === null) return false;
  const own = floating.getBoundingClientRect();
  const meets = ({ left, right, top, bottom }: DOMRect) =>
    left < own.right && right > own.left && top < own.bottom && bottom > own.top;
  return (
    [...document.querySelectorAll<HTMLElement>(`main :is(${controls}), footer a`)].some(
      (control) => meets(control.getBoundingClientRect()) && control.checkVisibility(),
    ) || elementsBelow(own).some((element) => element.matches(boxes) || textRectangles(element).some(meets))
  );
}

/** Returns the elements of the page under a rectangle. No line of text is smaller than the step. */
function elementsBelow({ left, right, top, bottom }: DOMRect): Element[] {
  const below: Element[] = [];
  for (let x = left; x <= right; x += 8)
    for (let y = top; y <= bottom; y += 8) below.push(...document.elementsFromPoint(x, y));
  return [...new Set(below)].filter((element) => element.closest('main'));
}

/** Returns the rectangles of an element's own text, without that of its children. */
const textRectangles = (element: Element): DOMRect[] =>
  [...element.childNodes].flatMap((node) => {
    if (!(node instanceof Text)) return [];
    const range = new Range();
    range.selectNode(node);
    return [...range.getClientRects()];
  });

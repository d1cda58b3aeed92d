import { type RefObject, useEffect, useState } from 'react';

/** Reports whether a box hides content beyond its right edge, as it scrolls and as it or its content changes size. */
export function useMoreBeside(box: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // A fraction of a pixel is no content.
    const measure = () => setMore(element.scrollWidth - element.clientWidth - element.scrollLeft > 1);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  });
  return more;
}

import { type RefObject, useEffect, useState } from 'react';

/**
 * Reports whether the content of a box is wider than the box, and whether some of it is beyond the right edge, as it
 * scrolls and as it or its content changes size.
 */
export function useMoreBeside(box: RefObject<HTMLElement | null>): { readonly wider: boolean; readonly more: boolean } {
  const [more, setMore] = useState(false);
  const [wider, setWider] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const width = Math.max(0, ...Array.from(element.children, (child) => child.getBoundingClientRect().width));
      // A fraction of a pixel does not count as content.
      setWider(width - element.clientWidth > 1);
      setMore(width - element.clientWidth - element.scrollLeft > 1);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  });
  return { wider, more };
}

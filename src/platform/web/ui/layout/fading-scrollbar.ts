import { timing } from '../timing/timing.ts';

/**
 * A ref for a box of the class `fading-scrollbar`. Its scroll bar shows under the pointer and while it scrolls, and hides
 * `timing.scrollbarHide` after either ends. The bar's space stays reserved, so the content does not shift.
 */
export function fadingScrollbar(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let under = false;
  const show = () => {
    clearTimeout(timer);
    box.dataset['bar'] = 'shown';
    if (!under) timer = setTimeout(() => delete box.dataset['bar'], timing.scrollbarHide);
  };
  const enter = () => {
    under = true;
    show();
  };
  const leave = () => {
    under = false;
    show();
  };
  box.addEventListener('scroll', show);
  box.addEventListener('pointerenter', enter);
  box.addEventListener('pointerleave', leave);
  return () => {
    clearTimeout(timer);
    box.removeEventListener('scroll', show);
    box.removeEventListener('pointerenter', enter);
    box.removeEventListener('pointerleave', leave);
  };
}

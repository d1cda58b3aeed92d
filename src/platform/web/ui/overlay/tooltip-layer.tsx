import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { closeTooltip, holdTooltip, type OpenTooltip, useOpenTooltip } from './tooltip-store.ts';

const gap = 6;
const margin = 8;

/**
 * Rendered once at the root; shows the open tooltip above everything, including dialogs (it is a native popover). The
 * pointer may move onto it; Escape, a scroll or a press closes it (WCAG 1.4.13).
 */
export function TooltipLayer() {
  const open = useOpenTooltip();
  const id = useId();
  const layer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = layer.current;
    if (!open || !element) return;
    element.showPopover();
    place(element, open);
    const described = open.anchor.getAttribute('aria-describedby');
    open.anchor.setAttribute('aria-describedby', described ? `${described} ${id}` : id);
    return () => {
      if (described) open.anchor.setAttribute('aria-describedby', described);
      else open.anchor.removeAttribute('aria-describedby');
      if (element.matches(':popover-open')) element.hidePopover();
    };
  }, [open, id]);

  useEffect(() => {
    if (!open) return;
    const close = () => closeTooltip(true);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('resize', close);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('scroll', close, { capture: true });
      window.removeEventListener('resize', close);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  return (
    <div
      ref={layer}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={holdTooltip}
      onPointerLeave={() => closeTooltip()}
      className="pointer-events-auto fixed inset-auto m-0 max-w-[min(100vw-1rem,31rem)] rounded-6 bg-ink px-2 py-1 text-12 text-page wrap-anywhere open:animate-appear"
    >
      {open?.content}
    </div>
  );
}

/** Positions the tooltip on the requested side of the anchor, or on the other if there is no room, within the window. */
function place(element: HTMLElement, { anchor, side }: OpenTooltip): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const above = at.top - gap - height;
  const below = at.bottom + gap;
  const fits = side === 'top' ? above >= margin : below + height <= window.innerHeight - margin;
  const top = (side === 'top') === fits ? above : below;
  const left = Math.min(
    Math.max(at.left + at.width / 2 - width / 2, margin),
    document.documentElement.clientWidth - width - margin,
  );
  element.style.top = `${top}px`;
  element.style.left = `${left}px`;
}

import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { closeTooltip, closeTooltipOf, openTooltip, type Side } from './tooltip-store.ts';

type Handlers = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * A short explanation shown on hover or keyboard focus. Never the only place for essential information: touch has no
 * hover. One layer at the root shows all tooltips (`TooltipLayer`), so a table with thousands of times and hashes costs
 * nothing until one opens.
 */
export function Tooltip({
  content,
  side = 'bottom',
  children,
}: {
  content: ReactNode;
  side?: Side;
  children: ReactElement<Handlers>;
}) {
  const anchor = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      if (anchor.current) closeTooltipOf(anchor.current);
    },
    [],
  );
  const show = (element: HTMLElement, now: boolean) => {
    anchor.current = element;
    openTooltip({ anchor: element, content, side }, now);
  };
  const own = children.props;
  return cloneElement(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') show(event.currentTarget, false);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      closeTooltip();
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      closeTooltip(true);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, true);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      closeTooltip(true);
    },
  });
}

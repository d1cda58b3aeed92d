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
 * Words beside the thing that rests under the pointer or has the keyboard's focus. Never the only
 * place for what must be known: fingers have no hover. One layer at the root shows them all (`TooltipLayer`), so a table of
 * thousands of times and hashes pays for none until one is wanted.
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

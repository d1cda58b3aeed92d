import { type FocusEvent, useRef, useState } from 'react';

/**
 * Holds a value while it is being read: `held` is the value from when the pointer or the focus entered, until both have left. Put `holding` on
 * the element that is read.
 */
export function useHeldStill<Value>(value: Value) {
  const [held, setHeld] = useState<Value>();
  const by = useRef({ pointer: false, focus: false });
  const change = (next: Partial<typeof by.current>) => {
    by.current = { ...by.current, ...next };
    const isRead = by.current.pointer || by.current.focus;
    setHeld((before) => (isRead ? (before ?? value) : undefined));
  };
  const holding = {
    onPointerEnter: () => change({ pointer: true }),
    onPointerLeave: () => change({ pointer: false }),
    onFocus: () => change({ focus: true }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) change({ focus: false });
    },
  };
  return { held, holding };
}

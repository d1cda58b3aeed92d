import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';

const id = 'landing-sections';
/** How far the sections must scroll into view before their code loads. An unscrolled page does not load it. */
const reach = '0px 0px -40%';
/** The sections as the server sent them; null if the app started on another page. */
const sent = globalThis.document?.getElementById(id) ?? null;

type Live = { readonly Sections: ComponentType; readonly focused: string | null };

/**
 * Shows the sections below the fold: the HTML that the server sent until the reader scrolls near it, then the live
 * sections. Both have the same layout, so nothing shifts.
 */
export function LateSections() {
  const [live, setLive] = useState<Live>();
  const load = () => {
    const show = ({ default: Sections }: { default: ComponentType }) => setLive({ Sections, focused: focusedLink() });
    // If the code fails to load, the text stays as the server sent it.
    void import('./landing-sections.tsx').then(show).catch(() => {});
  };
  if (live === undefined) return <SentSections onNear={load} />;
  return (
    <SectionFrame>
      <live.Sections />
      <Arrive focused={live.focused} />
    </SectionFrame>
  );
}

/** Surrounds the live sections in the prerendered page and in the app. */
export function SectionFrame({ children }: { children: React.ReactNode }) {
  return <div id={id}>{children}</div>;
}

function SentSections({ onNear }: { onNear: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useLayoutEffect(() => {
    if (sent !== null) frame.current?.replaceChildren(...sent.cloneNode(true).childNodes);
  }, []);
  useEffect(() => {
    const load = near.current;
    if (sent === null) return load();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: reach },
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  // Its skeletons do not load data yet.
  return <div key="sent" id={id} ref={frame} className="[&_.animate-breathe]:animate-none" />;
}

/** Returns the address of the link that has the focus, if it is one of the sections. */
const focusedLink = () => document.activeElement?.closest(`#${id} a`)?.getAttribute('href') ?? null;

/**
 * Returns the focus to the link that had it in the sent HTML. On a page without that HTML, scrolls to the target of the
 * URL.
 */
function Arrive({ focused }: { focused: string | null }): null {
  useLayoutEffect(() => {
    const find = (attribute: string, value: string) =>
      document.querySelector<HTMLElement>(`#${id} [${attribute}="${CSS.escape(value)}"]`);
    if (focused !== null) find('href', focused)?.focus({ preventScroll: true });
    const { hash } = window.location;
    if (sent === null && hash !== '') find('id', hash.slice(1))?.scrollIntoView();
  }, [focused]);
  return null;
}

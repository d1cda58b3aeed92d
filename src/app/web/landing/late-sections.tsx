import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';

const id = 'landing-sections';
/** How far the sections must come up, so that a page that nobody scrolls does not load their code. */
const reach = '0px 0px -40%';
/** The sections as the server sent them; null if the app began on another page. */
const sent = globalThis.document?.getElementById(id) ?? null;

type Live = { readonly Sections: ComponentType; readonly focused: string | null };

/**
 * Shows what is below the fold: the HTML that the server sent, until the reader scrolls near it, and the live sections
 * from then on. Both have the same layout, so nothing moves.
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
  // Its skeletons wait for nothing yet.
  return <div key="sent" id={id} ref={frame} className="[&_.animate-breathe]:animate-none" />;
}

/** Returns the address of the link that has the focus, if it is one of the sections. */
const focusedLink = () => document.activeElement?.closest(`#${id} a`)?.getAttribute('href') ?? null;

/** Gives the focus back to the link that had it in the sent HTML. On a page without that, scrolls where the address points. */
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

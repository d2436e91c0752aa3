import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** How long after a chart was replaced the next one takes over its position. */
const keptMs = 10_000;

/** Where the last chart was scrolled to: another period is another chart of the same people. */
const kept = { people: "", top: 0, at: Number.NEGATIVE_INFINITY };

/**
 * Previous and next keep the rows in sight.
 * @param people the filters and the order: other people start at the top
 */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>, people: string): void {
  const wanted = useRef(0);
  // Not before: the scroll container is a parent, whose ref is set after a child's layout effects.
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (kept.people === people && performance.now() - kept.at < keptMs) wanted.current = kept.top;
    else Object.assign(kept, { people, top: box.scrollTop });
    const note = () => {
      if (wanted.current === 0) Object.assign(kept, { people, top: box.scrollTop });
    };
    const giveUp = () => {
      wanted.current = 0;
    };
    box.addEventListener("scroll", note, { passive: true });
    for (const type of ["wheel", "pointerdown", "keydown"] as const)
      box.addEventListener(type, giveUp, { passive: true });
    return () => {
      box.removeEventListener("scroll", note);
      for (const type of ["wheel", "pointerdown", "keydown"] as const) box.removeEventListener(type, giveUp);
      kept.at = performance.now();
    };
  }, [scroller, people]);
  // After each render: rows further down may load first.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || wanted.current === 0) return;
    box.scrollTop = wanted.current;
    if (box.scrollTop >= wanted.current - 1) wanted.current = 0;
  });
}

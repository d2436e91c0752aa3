/** A browser that is never idle is not waited for longer. */
const idleTimeoutMs = 5_000;
/** In a browser that cannot say when it is idle: Safari. */
const guessMs = 200;

/**
 * Does something once the page has been loaded and nothing else is to be done.
 * @returns calls it off
 */
export function whenIdle(act: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const wait = () => {
    if ("requestIdleCallback" in window) {
      const asked = requestIdleCallback(act, { timeout: idleTimeoutMs });
      signal.addEventListener("abort", () => cancelIdleCallback(asked));
    } else {
      const timer = setTimeout(act, guessMs);
      signal.addEventListener("abort", () => clearTimeout(timer));
    }
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true, signal });
  return () => ended.abort();
}

/** The timeout for a browser that is never idle. */
const idleTimeoutMs = 5_000;
/** The delay in a browser without requestIdleCallback: Safari. */
const guessMs = 200;

/**
 * Runs a callback once the page has loaded and the browser is idle.
 * @returns a function to cancel it
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

/** How long a key waits for the page that it is meant for. */
const patienceMs = 2_000;

let waiting = new AbortController();

/** @returns whether the list is there and offers its form */
function follow(list: string): boolean {
  if (window.location.pathname !== list) return false;
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(list)}/new"]`);
  link?.click();
  return link !== null;
}

const isLoading = (list: string): boolean =>
  window.location.pathname !== list || !document.querySelector("main h1") || isBusy();

const isBusy = () => document.querySelector('main [aria-busy="true"]') !== null;

/**
 * Follows a list's link to its own form, if the page offers it: what may not be created has none. While the list is still on its way
 * the wish is kept, until it is there, another key or a click means something else, or two seconds have passed.
 * @returns whether there was something to follow, or to wait for
 */
export function followCreate(list: string): boolean {
  waiting.abort();
  if (follow(list)) return true;
  if (!isLoading(list)) return false;
  waiting = new AbortController();
  const { signal } = waiting;
  const giveUp = () => waiting.abort();
  const observer = new MutationObserver(() => {
    if (follow(list)) giveUp();
  });
  const timer = setTimeout(giveUp, patienceMs);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  window.addEventListener("keydown", giveUp, { signal, capture: true });
  window.addEventListener("pointerdown", giveUp, { signal, capture: true });
  return true;
}

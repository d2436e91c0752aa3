let standing = 0;

/**
 * The gutter, which no backdrop covers, darkens with the page (globals.css). A `:has()` on the root would be re-evaluated at every change.
 */
function darkenGutter() {
  const change = (count: number) => {
    standing += count;
    document.documentElement.toggleAttribute("data-backdrop", standing > 0);
  };
  change(1);
  return () => change(-1);
}

/** Behind overlays on the page. */
export const backdrop = {
  ref: darkenGutter,
  className:
    "fixed inset-0 z-40 min-h-dvh bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
};

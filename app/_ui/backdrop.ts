let standing = 0;

/** The gutter, which no backdrop covers, grows dark with the page (globals.css). A `:has()` on the root would be asked at every change. */
function darkenGutter() {
  const tell = (count: number) => {
    standing += count;
    document.documentElement.toggleAttribute("data-backdrop", standing > 0);
  };
  tell(1);
  return () => tell(-1);
}

/** Behind what sits above the page. */
export const backdrop = {
  ref: darkenGutter,
  className:
    "fixed inset-0 z-40 min-h-dvh bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
};

/** Text inputs, text areas and selects. 16 px on touch, or iOS zooms the page on focus. */
export const controlStyles = [
  "block w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-fg text-sm shadow-control",
  "transition-colors placeholder:text-subtle",
  "pointer-coarse:text-base",
  // Scrolled to by its fault, it keeps its label in view.
  "scroll-mt-8",
  "focus-visible:border-ring focus-visible:outline-offset-0",
  "aria-invalid:border-danger-text",
  "[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
].join(" ");

/** Checkbox, radio and switch share their box; the browser draws its own in forced colours. */
export const tickStyles = [
  "shrink-0 cursor-pointer appearance-none border border-control bg-surface transition-colors",
  "checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-60",
  "dark:checked:border-ring aria-invalid:border-danger-text",
  "forced-colors:appearance-auto",
].join(" ");

const overlayStyles = "bg-raised text-fg shadow-overlay outline-none forced-colors:border";

/** A modal dialog in the middle of the page. */
export const modalStyles = [
  overlayStyles,
  "m-auto w-[calc(100%-1.5rem)] max-h-[calc(100dvh-1.5rem)] flex-col overflow-hidden rounded-lg open:flex",
  "sm:w-[calc(100%-3rem)] sm:max-h-[calc(100dvh-3rem)]",
].join(" ");

/**
 * A popover beside its button, on the side with enough space. A narrow window has the whole width for it: there a popup that reached beyond
 * the edge would make the page wider, and then fit.
 */
export const popupStyles = [
  overlayStyles,
  "my-1 max-sm:mx-1 max-sm:[position-area:block-end] max-w-[calc(100vw-1.5rem)] overflow-y-auto whitespace-normal rounded-lg text-start font-normal text-[0.863rem]/5",
  "[position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline,--below,--above]",
].join(" ");

/** Overlays above the page. */
export const modalStyles = [
  "relative m-auto flex max-h-full w-full flex-col overflow-hidden rounded-lg bg-raised text-fg shadow-overlay outline-none",
  "transition-[opacity,scale] duration-150 data-ending-style:scale-98 data-starting-style:scale-98",
  "data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border",
].join(" ");

export const modalFrameStyles = "fixed inset-0 z-40 flex min-h-dvh overflow-y-auto p-3 sm:p-6";

export const popupStyles = [
  "max-w-[calc(100vw-1.5rem)] origin-(--transform-origin) rounded-lg bg-raised text-fg shadow-overlay outline-none",
  "transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-starting-style:scale-98",
  "data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border",
].join(" ");

/** The position of toasts. */
export const regionStyles =
  "fixed end-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-50 flex w-[calc(100vw-1.5rem)] max-w-sm flex-col gap-2 outline-none sm:end-5 md:bottom-5";

export const toastStyles = "w-full rounded-lg bg-raised text-fg shadow-overlay forced-colors:border";

let shown = 0;

/** Registers the page's own form, so that no sheet opens over it with the same form. @returns unregisters it */
export function onPage(): () => void {
  shown++;
  return () => void shown--;
}

export const isOnPage = (): boolean => shown > 0;

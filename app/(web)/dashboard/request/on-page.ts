let shown = 0;

/** The page itself shows the form: a sheet over it would be the same twice. @returns to call when it is gone */
export function onPage(): () => void {
  shown++;
  return () => void shown--;
}

export const isOnPage = (): boolean => shown > 0;

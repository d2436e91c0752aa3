/** Canvas colours of globals.css, for the browser's own bars. */
export const THEME_COLORS = { light: "#f9fafb", dark: "#0f1012" } as const;

const openApi = "/dashboard/open-api";
const keys = `${openApi}/keys`;

/** The addresses of the dashboard's pages. */
export const paths = {
  home: "/dashboard",
  openApi,
  keys,
  newKey: `${keys}/new`,
  key: (id: string) => `${keys}/${id}`,
  legacyKeys: `${openApi}/legacy`,
};

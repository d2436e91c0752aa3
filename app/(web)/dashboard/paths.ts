const openApi = "/dashboard/open-api";
const keys = `${openApi}/keys`;
const settings = "/dashboard/settings";
const oauthClients = `${settings}/oauth-clients`;

/** The addresses of the dashboard's pages. */
export const paths = {
  home: "/dashboard",
  openApi,
  keys,
  newKey: `${keys}/new`,
  key: (id: string) => `${keys}/${id}`,
  legacyKeys: `${openApi}/legacy`,
  apps: `${openApi}/apps`,
  settings,
  oauthClients,
  newOauthClient: `${oauthClients}/new`,
  oauthClient: (clientId: string) => `${oauthClients}/${clientId}`,
};

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} isn't set for this version of the app.`);
  return value;
};

const origin = (name: string): string => setting(name).replace(/\/$/, "");

/** The addresses of Timeaway, read on demand: Zapier sets a version's environment after publishing it. */
export const addresses = {
  token: () => `${origin("AUTH_URL")}/oauth/token`,
  hooks: (path = "") => `${origin("BASE_URL")}/hooks${path}`,
  mcp: () => process.env.MCP_URL ?? `${origin("BASE_URL")}/mcp`,
};

/** Authenticates the client at the token endpoint. */
export const clientCredentials = () => ({
  client_id: setting("CLIENT_ID"),
  client_secret: setting("CLIENT_SECRET"),
});

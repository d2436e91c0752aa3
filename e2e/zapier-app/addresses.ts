const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} isn't set for this version of the app.`);
  return value;
};

const origin = (name: string): string => setting(name).replace(/\/$/, "");

/** Where Timeaway is, read when it is needed: Zapier sets the environment of a version after it was published. */
export const addresses = {
  token: () => `${origin("AUTH_URL")}/oauth/token`,
  hooks: (path = "") => `${origin("BASE_URL")}/hooks${path}`,
  mcp: () => process.env.MCP_URL ?? `${origin("BASE_URL")}/mcp`,
};

/** Proves to the token endpoint who asks. */
export const clientCredentials = () => ({
  client_id: setting("CLIENT_ID"),
  client_secret: setting("CLIENT_SECRET"),
});

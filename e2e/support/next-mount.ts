import { type ServerBeside, startBeside } from "./beside";

/**
 * A plain Next host beside the server under test: the same build, database, secrets and public URLs, without the lean server in
 * front.
 */
export const startNextMount = (publicUrl: string): Promise<ServerBeside> =>
  startBeside((port) => [process.execPath, "server/cli/next-host.mjs", "-p", String(port)], "timeaway", {
    APP_URL: publicUrl,
    AUTH_URL: publicUrl,
    BASE_URL: publicUrl,
  });

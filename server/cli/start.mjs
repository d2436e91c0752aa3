// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a served application.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { buildServer, buildToServe, watchServer } from "./build.mjs";
import { root, runCommand } from "./prepare.mjs";
import { step } from "./progress.mjs";

// Collecting what is old holds up every request under way, so it should be rare: about each time that the heap has come to 2.5 times of
// what lives in it, which is some 60 MB. Left alone, it was still growing after 100,000 requests. For the same reason package.json starts
// Node with one helper thread, because four would take the core from the one that answers, and with room for 32 MB of what is young.
setFlagsFromString("--heap-growing-percent=150");

const dev = process.argv.includes("--dev");

await runCommand(async () => {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  // They would be half of the heap of a server; NODE_OPTIONS=--enable-source-maps has them all the same.
  if (dev) process.setSourceMapsEnabled(true);
  const folder = await (dev ? watchServer() : buildServer());
  const { startServer } = await import(pathToFileURL(path.join(root, folder, "start-server.js")).href);
  await startServer({ dev, step, preparePages: async () => (dev ? [root] : buildToServe(folder)) });
});

// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a served application.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { buildServer, buildToServe, watchServer } from "./build.mjs";
import { root, runCommand } from "./prepare.mjs";
import { step } from "./progress.mjs";

// A garbage collection of the old generation delays every request in flight, so it should be rare: about each time that the heap has
// reached 2.5 times its live size, which is some 60 MB. By default, it was still growing after 100,000 requests. For the same reason
// package.json starts Node with one helper thread, because four would compete with the main thread for the core, and with 32 MB for the
// young generation.
setFlagsFromString("--heap-growing-percent=150");

const dev = process.argv.includes("--dev");

await runCommand(async () => {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  // Source maps would be half of a server's heap; NODE_OPTIONS=--enable-source-maps turns them on all the same.
  if (dev) process.setSourceMapsEnabled(true);
  const folder = await (dev ? watchServer() : buildServer());
  const { startServer } = await import(pathToFileURL(path.join(root, folder, "start-server.js")).href);
  await startServer({ dev, step, preparePages: async () => (dev ? [root] : buildToServe(folder)) });
});

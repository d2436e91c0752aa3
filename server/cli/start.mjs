// `npm start` and, with --dev, `npm run dev`: from a fresh clone to a served application.
import { setFlagsFromString } from "node:v8";
import { buildPages, buildServer, watchServer } from "./build.mjs";
import { root, runCommand } from "./prepare.mjs";
import { step } from "./progress.mjs";

// V8 lets the heap double before it collects what is old; a server that runs for months should stay small instead.
setFlagsFromString("--heap-growing-percent=30");

const dev = process.argv.includes("--dev");

await runCommand(async () => {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  process.setSourceMapsEnabled(true);
  await (dev ? watchServer() : buildServer());
  const { startServer } = await import("../../dist/start-server.js");
  await startServer({ dev, root, step, preparePages: dev ? async () => undefined : buildPages });
});

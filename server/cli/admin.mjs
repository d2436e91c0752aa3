// `npm run admin -- <command>`: the operator's command line.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "./build.mjs";
import { root, runCommand } from "./prepare.mjs";

await runCommand(async () => {
  process.setSourceMapsEnabled(true);
  const folder = path.join(root, await buildServer());
  const { admin } = await import(pathToFileURL(path.join(folder, "admin.js")).href);
  process.exitCode = await admin(process.argv.slice(2));
});

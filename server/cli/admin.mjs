// `npm run admin -- <command>`: the operator's command line.
import { buildServer } from "./build.mjs";
import { runCommand } from "./prepare.mjs";

await runCommand(async () => {
  process.setSourceMapsEnabled(true);
  await buildServer();
  const { admin } = await import("../../dist/admin.js");
  process.exitCode = await admin(process.argv.slice(2));
});

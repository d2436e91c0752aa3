// `next start` with the built pages and the given arguments: a plain Next host, to compare with the lean server.
import { buildPages } from "./build.mjs";
import { runCommand } from "./prepare.mjs";

await runCommand(async () => {
  process.argv.splice(2, 0, "start", await buildPages());
  await import("next/dist/bin/next");
});

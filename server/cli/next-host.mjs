// `next start` with the pages that are built, and arguments of its own: a plain Next host, to compare the lean server with.
import { buildPages } from "./build.mjs";
import { runCommand } from "./prepare.mjs";

await runCommand(async () => {
  process.argv.splice(2, 0, "start", await buildPages());
  await import("next/dist/bin/next");
});

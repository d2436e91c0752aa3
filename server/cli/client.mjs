// `npm run client`: generates the client's source. `-- --build` also makes the package's files in client/dist.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root, run, runCommand } from "./prepare.mjs";

/** Bundles the generator, since it is TypeScript, and returns its files. */
async function generate() {
  const esbuild = await import("esbuild");
  const outfile = path.join(root, "dist/client-generator.mjs");
  await esbuild.build({
    entryPoints: ["server/api/client/generated.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": root },
    logLevel: "warning",
  });
  const { generatedFiles } = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  mkdirSync("client/src/generated", { recursive: true });
  for (const [file, text] of generatedFiles()) writeFileSync(file, text);
}

await runCommand(async () => {
  await generate();
  if (!process.argv.includes("--build")) return;
  rmSync("client/dist", { recursive: true, force: true });
  // The command uses Node, the client only what every platform has.
  for (const project of ["client/src/listen/tsconfig.json", "client/tsconfig.json"])
    await run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project]);
});

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

const typescript = path.resolve("node_modules/typescript/bin/tsc");

/** TypeScript's errors in a folder; empty when there are none. */
export const complaintsIn = (folder: string, ...options: string[]): string =>
  spawnSync(process.execPath, [typescript, ...options], { cwd: folder, encoding: "utf8" }).stdout;

export interface BuiltPackage {
  /** The package's contents before packing. */
  folder: string;
  /** The command's file. */
  command: string;
  remove(): void;
}

/** Compiles the package into the test's own folder: another process may rewrite `client/dist` at the same time. */
export function buildPackage(): BuiltPackage {
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(path.resolve("dist/client-built-"));
  for (const project of ["client/src/listen/tsconfig.json", "client/tsconfig.json"])
    execFileSync(process.execPath, [typescript, "-p", project, "--outDir", path.join(folder, "dist")]);
  for (const name of ["package.json", "README.md", "LICENSE"])
    copyFileSync(path.join("client", name), path.join(folder, name));
  return {
    folder,
    command: path.join(folder, "dist/listen/main.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

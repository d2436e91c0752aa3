// Known weaknesses of what runs in production, asked of the registry that it was installed from.
import { spawn } from "node:child_process";
import { Refusal } from "./prepare.mjs";

const PATIENCE_MS = 30_000;

/**
 * @param {string} report what `npm audit --json` says
 * @returns {{ faults: string[] } | { skipped: string }} a line for each that is high or critical
 */
export function readAdvisories(report) {
  let said;
  try {
    said = JSON.parse(report);
  } catch {
    return { skipped: "npm gave no report" };
  }
  if (!said.vulnerabilities)
    return { skipped: said.message ?? said.error?.summary ?? "the registry has no advisories" };
  const serious = Object.values(said.vulnerabilities).filter(({ severity }) =>
    ["high", "critical"].includes(severity),
  );
  return {
    faults: serious.map(({ name, severity, range, via }) => {
      const titles = via.flatMap((one) => (typeof one === "string" ? [] : [`${one.title} ${one.url}`]));
      return `${name} ${range} is ${severity}: ${titles.join("; ") || `through ${via.join(", ")}`}`;
    }),
  };
}

const asked = () =>
  new Promise((resolve) => {
    const args = ["audit", "--omit=dev", "--json", "--fetch-retries=0", `--fetch-timeout=${PATIENCE_MS}`];
    const npm = spawn("npm", args, { stdio: ["ignore", "pipe", "ignore"], timeout: PATIENCE_MS });
    let report = "";
    npm.stdout.on("data", (text) => {
      report += text;
    });
    npm.once("error", () => resolve(""));
    npm.once("close", () => resolve(report));
  });

/** @throws Refusal where the registry knows of a serious one; where it does not answer, that is said, and nothing refused */
export async function requireNoAdvisories() {
  const found = readAdvisories(await asked());
  if ("skipped" in found) console.log(`advisories were not looked at: ${found.skipped}`);
  else if (found.faults.length > 0) throw new Refusal(found.faults.join("\n"));
}

// Known vulnerabilities of production dependencies, from the registry that they were installed from.
import { spawn } from "node:child_process";
import { Refusal } from "./prepare.mjs";

const PATIENCE_MS = 30_000;

/**
 * @param {string} report the output of `npm audit --json`
 * @returns {{ faults: string[] } | { skipped: string }} a line for each high or critical vulnerability
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

/** @throws Refusal when the registry reports a serious vulnerability; when it does not answer, this is printed and nothing fails */
export async function requireNoAdvisories() {
  const found = readAdvisories(await asked());
  if ("skipped" in found) console.log(`advisories were not looked at: ${found.skipped}`);
  else if (found.faults.length > 0) throw new Refusal(found.faults.join("\n"));
}

import type { Settings } from "@/server/kernel/env";
import { setupUrl } from "@/server/modules/workspace/settings/setup-link";
import { readDemo } from "./demo";

/**
 * Prints where the application is served, and how to sign in to the demo.
 * @param setupToken null once a workspace exists
 */
export function announce(settings: Settings, embedded: boolean, setupToken: string | null): void {
  const { appUrl, baseUrl, authUrl } = settings;
  const lines = [`Timeaway  ${appUrl}`];
  if (baseUrl !== appUrl || authUrl !== appUrl) lines.push(`  API     ${baseUrl}`, `  OAuth   ${authUrl}`);
  if (setupToken !== null)
    lines.push("", "Make your workspace (once, within a day)", `  ${setupUrl(settings, setupToken)}`);
  const demo = embedded ? readDemo(settings.dataDir) : undefined;
  if (demo) {
    const rows = demo.signIns.map(({ role, email, password }) => [role, email, password]).reverse();
    lines.push("", "Demo sign-ins", ...aligned(rows), "", "Demo v1 key", `  ${demo.legacyKey}`);
  }
  console.log(`\n${lines.join("\n")}\n`);
}

function aligned(rows: string[][]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(width(column))).join("  ")}`.trimEnd());
}

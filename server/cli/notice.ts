import type { Settings } from "@/server/kernel/env";
import { readDemo } from "./demo";

/** Tells where the application is served, and how to sign in to the demo. */
export function announce(settings: Settings, embedded: boolean): void {
  const { appUrl, baseUrl, authUrl } = settings;
  const lines = [`Timeaway  ${appUrl}`];
  if (baseUrl !== appUrl || authUrl !== appUrl) lines.push(`  API     ${baseUrl}`, `  OAuth   ${authUrl}`);
  const demo = embedded ? readDemo(settings.dataDir) : undefined;
  if (demo) {
    lines.push("", "Demo sign-ins (e-mail and password)");
    for (const { role, email, password } of demo.signIns) {
      lines.push(`  ${role.padEnd(14)} ${email.padEnd(34)} ${password}`);
    }
    lines.push(`  ${"legacy v1 key".padEnd(14)} ${demo.legacyKey}`);
  }
  console.log(`\n${lines.join("\n")}\n`);
}

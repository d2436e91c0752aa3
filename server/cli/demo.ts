import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { type Role, roles } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type DemoSignIn, seedDemo } from "@/drizzle/seed/demo";
import type { SeedProgress } from "@/drizzle/seed/insert";
import { type Db, openDatabase } from "@/server/kernel/database/db";
import type { Settings } from "@/server/kernel/env";
import { randomBase62 } from "@/server/kernel/secrets";
import type { Step } from "./start-server";

const SEED_LOCK = 727_002;

/** Printed at every start: one sign-in for each role, and the legacy key. */
export interface Demo {
  signIns: (DemoSignIn & { password: string })[];
  legacyKey: string;
}

/**
 * Fills an empty database with the demo workspace. One transaction under a lock: of two concurrent first starts only one fills it, and a
 * start that was killed half-way leaves nothing.
 */
export async function seedDemoOnce({ databaseUrl, dataDir }: Settings, step: Step): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { sizes: { main: 1, admission: 1 } });
  try {
    if (!(await isEmpty(db))) return;
    await step("filling the demo workspace", (say) =>
      db.transaction((tx) =>
        seedWhenEmpty(tx, dataDir, (done, total, what) => say(`${done} of ${total} rows: ${what}`)),
      ),
    );
    await db.execute(sql`VACUUM ANALYZE`);
  } finally {
    await close();
  }
}

async function seedWhenEmpty(tx: Db, dataDir: string, progress: SeedProgress): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${SEED_LOCK})`);
  if (!(await isEmpty(tx))) return;
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBase62(16)])) as Record<Role, string>;
  const legacyKey = randomBase62(40);
  const { signIns } = await seedDemo(tx, { now: new Date(), passwords, legacyKey, progress });
  // Written before the commit: demo data never exists with lost passwords.
  writeDemo(dataDir, {
    signIns: signIns.map((signIn) => ({ ...signIn, password: passwords[signIn.role] })),
    legacyKey,
  });
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.select({ id: workspaces.id }).from(workspaces).limit(1)).length === 0;
}

function writeDemo(dataDir: string, demo: Demo): void {
  const draft = `${demoFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, demoFile(dataDir));
}

/** The demo's sign-ins, or undefined when this data folder has no demo workspace. */
export function readDemo(dataDir: string): Demo | undefined {
  const file = demoFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Demo) : undefined;
}

const demoFile = (dataDir: string) => path.join(dataDir, "demo.json");

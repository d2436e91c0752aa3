import { readFileSync } from "node:fs";
import path from "node:path";
import type { Role } from "@/drizzle/schema/values";
import type { Demo } from "@/server/cli/demo";
import { testedServer } from "./tested-server";

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** The demo workspace's sign-ins and v1 key, as the server under test stored them at its first start. */
export function readDemo(): Demo {
  return JSON.parse(readFileSync(path.join(testedServer().dataDir, "demo.json"), "utf8")) as Demo;
}

/** The demo workspace's user with a role. */
export function demoPerson(role: Role): Person {
  const found = readDemo().signIns.find((signIn) => signIn.role === role);
  if (!found) throw new Error(`The demo has no sign-in for ${role}.`);
  return found;
}

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Role } from "@/drizzle/schema/values";

/** The data folder of the server under test. */
const dataDir = path.resolve(__dirname, "../..", process.env.DATA_DIR ?? ".data");

const read = (file: string) => JSON.parse(readFileSync(path.join(dataDir, file), "utf8"));

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** The demo workspace's sign-in of a role. */
export function demoPerson(role: Role): Person {
  const { signIns } = read("demo.json") as { signIns: (Person & { role: Role })[] };
  const found = signIns.find((signIn) => signIn.role === role);
  if (!found) throw new Error(`The demo has no sign-in for ${role}.`);
  return found;
}

/** The server's database: its own one, or the embedded one in the data folder. */
export function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { port, password } = read("pg/access.json") as { port: number; password: string };
  return `postgres://timeaway:${password}@127.0.0.1:${port}/timeaway`;
}

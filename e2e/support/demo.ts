import { readFileSync } from "node:fs";
import path from "node:path";
import type { Demo } from "@/server/cli/demo";
import { ownServer } from "./own-server";

/** The demo workspace's sign-ins and v1 key, as the server under test wrote them down at its first start. */
export function readDemo(): Demo {
  return JSON.parse(readFileSync(path.join(ownServer().dataDir, "demo.json"), "utf8")) as Demo;
}

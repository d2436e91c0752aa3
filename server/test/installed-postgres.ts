import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "@/server/cli/free-port";
import { postgresAccount } from "@/server/cli/postgres-account";
import { newId } from "@/server/kernel/ids";

/** PG_BIN, and the folders of PostgreSQL's programs on Debian and Homebrew; the embedded one has no pg_dump. */
const places = [
  process.env.PG_BIN,
  ...["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"].flatMap((parent) =>
    existsSync(parent) ? newestFirst(readdirSync(parent)).map((name) => path.join(parent, name, "bin")) : [],
  ),
];

function newestFirst(names: string[]): string[] {
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
  return names.toSorted((a, b) => numberOf(b) - numberOf(a));
}

const needed = ["initdb", "pg_ctl", "postgres", "pg_dump", "createdb", "pg_restore"];

/** The programs of an installed PostgreSQL, including the server, so that none is older than its server. */
export const installedPostgres: string | undefined = places.find(
  (folder) => folder && needed.every((name) => existsSync(path.join(folder, name))),
);

export interface InstalledServer {
  urlOf(database: string): string;
  stop(): void;
}

/** Starts the server of an installed PostgreSQL on its own folder and port. @param programs `installedPostgres` */
export async function startInstalledPostgres(programs: string): Promise<InstalledServer> {
  const folder = path.resolve(".data/test", `installed-${newId()}`);
  const data = path.join(folder, "pg");
  const account = postgresAccount(path.join(programs, "postgres"), data);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  for (const each of [folder, data]) account.own(each);
  const run = (name: string, args: string[]) => {
    const [command, given] = account.wrap(path.join(programs, name), args);
    execFileSync(command, given, { ...account.identity, cwd: "/", stdio: "ignore" });
  };
  run("initdb", ["-D", data, "-U", "app", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run("pg_ctl", ["-D", data, "-l", path.join(data, "server.log"), "-w", "-o", options, "start"]);
  return {
    urlOf: (database) => `postgres://app@127.0.0.1:${port}/${database}`,
    stop() {
      run("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

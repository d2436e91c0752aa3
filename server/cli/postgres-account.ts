import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { StartError } from "./start-error";

type Identity = { uid: number; gid: number };

/** How this process runs PostgreSQL's programs, so that they never run as root (which they refuse). */
export type PostgresAccount = {
  /** Options for child_process.spawn. */
  identity: Partial<Identity>;
  /** Prefixes a command with what it needs. */
  wrap(command: string, args: string[]): [string, string[]];
  /** Makes the account the owner of a file or folder. */
  own(file: string): void;
};

const USER_NAMESPACE = ["--user", "--map-user=65534", "--map-group=65534"];
const SAME_USER: PostgresAccount = {
  identity: {},
  wrap: (command, args) => [command, args],
  own: () => undefined,
};

/**
 * An ordinary user runs PostgreSQL as themselves. Root runs it as an unprivileged account that can reach both the programs and the data, or
 * else in a user namespace, in which root's files belong to no particular user.
 * @param folder the cluster's folder; when it exists, its owner decides, so that a later start makes the same choice
 * @throws StartError when root finds neither
 */
export function postgresAccount(postgresProgram: string, folder: string): PostgresAccount {
  if (process.getuid?.() !== 0) return SAME_USER;
  const account = existsSync(folder) ? ownerOf(folder) : reachableAccount(postgresProgram, folder);
  if (account) return asAccount(account);
  if (spawnSync("unshare", [...USER_NAMESPACE, "true"]).status === 0) return inUserNamespace();
  throw new StartError(
    "PostgreSQL can't run as root, and no unprivileged account can access this folder: start it as an ordinary user, or set DATABASE_URL.",
  );
}

function ownerOf(folder: string): Identity | undefined {
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function reachableAccount(postgresProgram: string, folder: string): Identity | undefined {
  const parent = path.dirname(folder);
  mkdirSync(parent, { recursive: true });
  // The account needs access through the data folder; the secrets in it are files of mode 0600.
  chmodSync(parent, statSync(parent).mode | 0o011);
  return ["postgres", "nobody"]
    .map(identityOf)
    .find((identity) => identity && canReach(identity, [postgresProgram, parent]));
}

function identityOf(name: string): Identity | undefined {
  const [user, group] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  if (user?.status !== 0 || group?.status !== 0) return undefined;
  return { uid: Number(user.stdout), gid: Number(group.stdout) };
}

function canReach(identity: Identity, files: string[]): boolean {
  const script = 'for file; do test -x "$file" || exit 1; done';
  return spawnSync("/bin/sh", ["-c", script, "sh", ...files], { ...identity, cwd: "/" }).status === 0;
}

function asAccount(identity: Identity): PostgresAccount {
  return { ...SAME_USER, identity, own: (file) => chownSync(file, identity.uid, identity.gid) };
}

function inUserNamespace(): PostgresAccount {
  return { ...SAME_USER, wrap: (command, args) => ["unshare", [...USER_NAMESPACE, command, ...args]] };
}

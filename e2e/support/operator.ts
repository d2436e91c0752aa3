import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Plan, Role } from "@/drizzle/schema/values";
import type { Person } from "./demo";
import { testedServer } from "./tested-server";

/** The operator's command line, beside the running server: one process for all commands of a worker. */
class Operator {
  readonly #process = spawn(process.execPath, [path.join(import.meta.dirname, "operator-process.mjs")], {
    env: { ...process.env, DATA_DIR: testedServer().dataDir },
    stdio: ["pipe", "pipe", "inherit"],
  });
  readonly #answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    // It ends with its standard input, and keeps no process alive.
    this.#process.unref();
    for (const pipe of [this.#process.stdin, this.#process.stdout]) (pipe as unknown as Socket).unref();
  }

  run<T>(args: readonly string[]): Promise<T> {
    const answer = this.#last.then(() => this.#ask<T>(args));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask<T>(args: readonly string[]): Promise<T> {
    const stdout = this.#process.stdout as unknown as Socket;
    stdout.ref();
    this.#process.stdin.write(`${JSON.stringify(args)}\n`);
    const { value, done } = await this.#answers.next();
    stdout.unref();
    if (done) throw new Error("the operator's process ended");
    const { code, said } = JSON.parse(value) as { code: number; said: string };
    if (code !== 0) throw new Error(`${args.join(" ")}: ${said}`);
    return JSON.parse(said) as T;
  }
}

let operator: Operator | undefined;

function admin<T>(...args: string[]): Promise<T> {
  operator ??= new Operator();
  return operator.run<T>(args);
}

const fresh = (bytes = 6) => randomBytes(bytes).toString("hex");

export interface Workspace {
  id: string;
  admin: Person;
}

const someAdministrator = (): Person => ({
  name: "Ada Perić",
  email: `ada-${fresh()}@example.test`,
  password: fresh(12),
});

/**
 * A separate workspace: no other test's actions show in it.
 * @param person its administrator, who may be a member of others
 * @param isSetUp whether Today leads through no steps
 */
export async function createWorkspace(
  plan: Plan = "COMPLETE",
  person = someAdministrator(),
  name = `Test ${fresh()}`,
  isSetUp = true,
): Promise<Workspace> {
  const { workspace } = await admin<{ workspace: { id: string } }>(
    ...["workspace", "create", "--name", name, "--plan", plan, ...(isSetUp ? ["--set-up"] : [])],
    ...["--admin-name", person.name, "--admin-email", person.email, "--admin-password", person.password],
  );
  return { id: workspace.id, admin: person };
}

/** @param more arguments that the role needs, such as `--location` and its id */
export async function createPerson(workspace: Workspace, role: Role, ...more: string[]): Promise<Person> {
  const person = { name: "Bo Lind", email: `bo-${fresh()}@example.test`, password: fresh(12) };
  await admin(
    ...["user", "create", "--workspace", workspace.id, "--role", role],
    ...["--name", person.name, "--email", person.email, "--password", person.password],
    ...more,
  );
  return person;
}

/** Creates a key of a user, without the pages. */
export async function createKey(
  owner: Person,
  name: string,
  scopes = "all",
): Promise<{ id: string; plain: string }> {
  const made = await admin<{ apiKey: { id: string }; key: string }>(
    ...["api-key", "create", "--owner", owner.email, "--name", name, "--scopes", scopes],
  );
  return { id: made.apiKey.id, plain: made.key };
}

/** Imports a v1 key as issued by the old system. */
export async function importLegacyKey(workspace: Workspace): Promise<string> {
  const key = fresh(20);
  await admin("legacy-key", "import", "--workspace", workspace.id, "--key", key);
  return key;
}

export interface ConfidentialClient {
  id: string;
  secret: string;
}

/** Creates a confidential client of the operator. */
export async function createOauthClient(
  name: string,
  redirectUri: string,
  scopes = "all",
): Promise<ConfidentialClient> {
  const { client } = await admin<{ client: { client_id: string; client_secret: string } }>(
    ...["oauth-client", "create", "--name", name, "--redirect-uri", redirectUri, "--scopes", scopes],
  );
  return { id: client.client_id, secret: client.client_secret };
}

export const deleteOauthClient = (id: string): Promise<unknown> =>
  admin("oauth-client", "delete", "--client-id", id);

/** Vouches for a domain of the workspace's addresses: the tests' domains have no name servers. */
export const verifyDomain = (workspace: Workspace, name: string): Promise<unknown> =>
  admin("email-domain", "verify", "--workspace", workspace.id, "--name", name);

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { freePort } from "../cli/free-port";
import { startArguments } from "./servers";

/** The client's timeout; it then retries on another process. */
const timeoutMs = 12_000;
const startWithinMs = 90_000;

/** One process of the service on its own port. */
export class Member {
  private child: ChildProcess | undefined;
  ejectedUntil = 0;
  readonly pool: Pool;

  private constructor(
    readonly name: string,
    readonly port: number,
    private readonly environment: Record<string, string>,
  ) {
    this.pool = new Pool(`http://127.0.0.1:${port}`, {
      connections: 64,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  /** Resolves once the process is ready. */
  static async start(name: string, environment: Record<string, string>): Promise<Member> {
    const member = new Member(name, await freePort(), environment);
    await member.start();
    return member;
  }

  async start(): Promise<void> {
    const log = openSync(path.join(this.environment.DATA_DIR ?? "", `${this.name}.log`), "a");
    const child = spawn(process.execPath, startArguments, {
      env: { ...process.env, NODE_ENV: "production", ...this.environment, PORT: String(this.port) },
      stdio: ["ignore", log, log],
    });
    this.child = child;
    const endWithUs = () => child.kill("SIGKILL");
    process.once("exit", endWithUs);
    child.once("exit", () => process.off("exit", endWithUs));
    const until = performance.now() + startWithinMs;
    while (performance.now() < until) {
      if (hasEnded(child)) throw new Error(`${this.name} ended at its start; see its log`);
      const signal = AbortSignal.timeout(2000);
      const answer = await fetch(`http://127.0.0.1:${this.port}/api/ready`, { signal }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer?.ok) return;
      await delay(100);
    }
    throw new Error(`${this.name} does not become ready`);
  }

  /** Sends a signal; for one that ends the process, resolves after its end. */
  async signal(signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT"): Promise<void> {
    if (!this.child || hasEnded(this.child)) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    if (signal === "SIGKILL" || signal === "SIGTERM") await ended;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** How long a process that timed out receives no requests, unless no other is left. */
const ejectedMs = 10_000;

/** The processes behind a load balancer without health checks: round-robin, except for processes that do not answer. */
export class Fleet {
  private members: Member[] = [];
  private turn = 0;
  private made = 0;

  /** @param environments of new processes, in turn: some reach the database through a pooler, some do not */
  constructor(private readonly environments: readonly Record<string, string>[]) {}

  get size(): number {
    return this.members.length;
  }

  async add(): Promise<void> {
    const environment = this.environments[this.made % this.environments.length] ?? {};
    this.members.push(await Member.start(`process-${++this.made}`, environment));
  }

  next(): Member {
    const now = performance.now();
    const answering = this.members.filter(({ ejectedUntil }) => ejectedUntil < now);
    const among = answering.length > 0 ? answering : this.members;
    const member = among[this.turn++ % among.length];
    if (!member) throw new Error("There are no processes");
    return member;
  }

  /** Takes a process that timed out out of rotation for a while. */
  eject(member: Member): void {
    member.ejectedUntil = performance.now() + ejectedMs;
  }

  /** The next process for a client that got no answer from one. */
  another(than: Member): Member {
    const member = this.next();
    return member === than ? this.next() : member;
  }

  any(random: () => number): Member {
    return this.members[Math.floor(random() * this.members.length)] ?? this.next();
  }

  /** A rolling restart: starts a new process first, then ends the oldest by SIGTERM. */
  async replaceOldest(): Promise<void> {
    await this.add();
    const oldest = this.members[0];
    // The balancer polls `/api/ready` in time: it sends nothing more once the process reports its end.
    setTimeout(() => this.members.shift(), 500);
    await oldest?.signal("SIGTERM");
  }

  async end(): Promise<void> {
    await Promise.all(this.members.map((member) => member.signal("SIGTERM")));
  }
}

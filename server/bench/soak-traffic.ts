import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "./soak-fleet";

/** One request with all its retries. */
export interface Sent {
  begun: number;
  ended: number;
}

/** A requested leave and the outcome of its request. */
export interface Asked {
  userId: string;
  startDate: string;
  status: number;
  /** The leave's ID from a 201; a 202 has none yet. */
  id: string | undefined;
}

/** Counts by name. */
export class Tally {
  readonly counts: Record<string, number> = {};

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

interface Request {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** The request may have been carried out before: an answer was lost. */
  wasRepeated: boolean;
}

/** The client's total timeout; after it the request counts as wrongly failed. */
const giveUpMs = 180_000;

/** The clients' requests to the service, and their record of the outcomes. */
export class Traffic {
  readonly asked: Asked[] = [];
  readonly sent: Sent[] = [];
  /** Transient failures, each of which was retried: by status and code, or by the socket's error. */
  readonly passing = new Tally();
  readonly acknowledged = new Tally();
  /** Answers that a correct client must take as final, though they are wrong. */
  readonly wrong = new Tally();
  /** Codes that were accepted in two exchanges. */
  doubledCodes = 0;

  constructor(
    private readonly fleet: Fleet,
    private readonly keys: readonly string[],
    private readonly nextLeave: () => { userId: string; startDate: string },
    private readonly refreshBodies: readonly string[],
    private readonly codeBodies: string[],
    private readonly random: () => number,
  ) {}

  /** One client: keeps its share of the rate as far as answers come in time. */
  async client(everyMs: number, isOver: () => boolean): Promise<void> {
    let due = performance.now() + this.random() * everyMs;
    while (!isOver()) {
      const wait = due - performance.now();
      if (wait > 0) await delay(wait);
      // A delayed client does not catch up.
      due = Math.max(due + everyMs, performance.now());
      await this.one();
    }
  }

  private one(): Promise<void> {
    const kind = this.random();
    if (kind < 0.68) return this.requestLeave(false);
    if (kind < 0.78) return this.requestLeave(true);
    if (kind < 0.9) return this.read("/v2/leaves?limit=25");
    if (kind < 0.98) return this.refresh();
    return this.exchange();
  }

  private authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.keys[Math.floor(this.random() * this.keys.length)]}` };
  }

  private async requestLeave(isDeferred: boolean): Promise<void> {
    const leave = this.nextLeave();
    const headers = {
      ...this.authorization(),
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...(isDeferred ? { prefer: "respond-async" } : {}),
    };
    const request: Request = { method: "POST", path: "/v2/leaves", headers, body: JSON.stringify(leave) };
    const { status, body } = await this.ask(request);
    const id = status === 201 ? idOf(body) : undefined;
    this.asked.push({ userId: leave.userId, startDate: leave.startDate, status, id });
    if (status !== 201 && status !== 202) return this.wrong.add(`POST /v2/leaves ${line(status, body)}`);
    this.acknowledged.add(status === 201 ? "leaves" : "accepted operations");
    // A client that has the answer finds its write on any process.
    if (id && this.random() < 0.05) await this.read(`/v2/leaves/${id}`);
  }

  private async read(path: string): Promise<void> {
    const { status, body } = await this.ask({ method: "GET", path, headers: this.authorization() });
    if (status === 200) this.acknowledged.add("reads");
    else
      this.wrong.add(`GET ${path.startsWith("/v2/leaves/") ? "of a new leave" : path} ${line(status, body)}`);
  }

  private token(body: string): Promise<Answer> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return this.ask({ method: "POST", path: "/oauth/token", headers, body });
  }

  private async refresh(): Promise<void> {
    const at = Math.floor(this.random() * this.refreshBodies.length);
    const { status, body } = await this.token(this.refreshBodies[at] ?? "");
    if (status === 200) this.acknowledged.add("refreshes");
    else this.wrong.add(`refresh ${line(status, body)}`);
  }

  /** Sometimes sends the same code twice at once: at most one may be accepted. */
  private async exchange(): Promise<void> {
    const code = this.codeBodies.pop();
    if (!code) return;
    const isTwice = this.random() < 0.2;
    const answers = await Promise.all(isTwice ? [this.token(code), this.token(code)] : [this.token(code)]);
    const good = answers.filter(({ status }) => status === 200).length;
    if (good > 1) this.doubledCodes++;
    if (good > 0) this.acknowledged.add("code exchanges");
    const first = answers[0];
    // A code whose answer was lost was used: RFC 6749 4.1.2 has it refused the second time.
    if (good === 0 && !isTwice && first && !first.wasRepeated)
      this.wrong.add(`code exchange ${line(first.status, first.body)}`);
  }

  /** Retries until a final answer, on the next process each time, with the same key: as a correct client does. */
  private async ask(request: Request): Promise<Answer> {
    const begun = performance.now();
    let wasRepeated = false;
    let member = this.fleet.next();
    for (let attempt = 0; ; attempt++) {
      const answer = await member.pool
        .request(request)
        .then(async ({ statusCode, body }) => ({ status: statusCode, body: parsed(await body.text()) }))
        .catch((error: { code?: string }) => ({ status: 0, body: { code: error.code ?? String(error) } }));
      const ended = performance.now();
      if (!isPassing(answer.status, answer.body) || ended - begun > giveUpMs) {
        this.sent.push({ begun, ended });
        return { ...answer, wasRepeated };
      }
      this.passing.add(line(answer.status, answer.body));
      wasRepeated = true;
      if (codeOf(answer.body) === "UND_ERR_HEADERS_TIMEOUT") this.fleet.eject(member);
      member = this.fleet.another(member);
      await delay(Math.min(1000, 50 * 2 ** attempt) * (0.5 + this.random()));
    }
  }
}

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { code: text.slice(0, 60) };
  }
};

const codeOf = (body: Record<string, unknown>): string => {
  const { error, code } = body;
  if (typeof error === "object" && error && "code" in error) return String(error.code);
  return String(code ?? error ?? "");
};

const line = (status: number, body: Record<string, unknown>): string =>
  `${status || "no answer"} ${codeOf(body)}`;

const idOf = ({ data }: Record<string, unknown>): string =>
  String(typeof data === "object" && data && "id" in data ? data.id : undefined);

/**
 * The answers that a client retries: no answer, a server error (which the token endpoint calls `server_error`, with 400), and a key whose
 * first request is still in progress.
 */
const isPassing = (status: number, body: Record<string, unknown>): boolean =>
  status === 0 ||
  status >= 500 ||
  (status === 400 && codeOf(body) === "server_error") ||
  (status === 409 && /IN_PROGRESS|CONCURRENT|IN_USE/.test(codeOf(body)));

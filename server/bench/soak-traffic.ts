import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "./soak-fleet";

/** One request until its last answer. */
export interface Sent {
  begun: number;
  ended: number;
}

/** A leave that was asked for, and what came of it. */
export interface Asked {
  userId: string;
  startDate: string;
  status: number;
  /** The leave's id of a 201; a 202 has none yet. */
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
  /** Somebody may have carried it out before: an answer got lost. */
  wasRepeated: boolean;
}

/** After this a client gives up, and the request counts as wrongly failed. */
const giveUpMs = 180_000;

/** What clients send to the service, and what they remember of it. */
export class Traffic {
  readonly asked: Asked[] = [];
  readonly sent: Sent[] = [];
  /** Passing failures, each of which was tried again: by status and code, or by the socket's error. */
  readonly passing = new Tally();
  readonly acknowledged = new Tally();
  /** Answers that a correct client has to take as final, and that were not deserved. */
  readonly wrong = new Tally();
  /** Codes that were good for two exchanges. */
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
      // Who was held up does not make up for it.
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
    if (status !== 201 && status !== 202) return this.wrong.add(`POST /v2/leaves ${told(status, body)}`);
    this.acknowledged.add(status === 201 ? "leaves" : "accepted operations");
    // Whoever has the answer finds what they wrote, whichever process they ask.
    if (id && this.random() < 0.05) await this.read(`/v2/leaves/${id}`);
  }

  private async read(path: string): Promise<void> {
    const { status, body } = await this.ask({ method: "GET", path, headers: this.authorization() });
    if (status === 200) this.acknowledged.add("reads");
    else
      this.wrong.add(`GET ${path.startsWith("/v2/leaves/") ? "of a new leave" : path} ${told(status, body)}`);
  }

  private token(body: string): Promise<Answer> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return this.ask({ method: "POST", path: "/oauth/token", headers, body });
  }

  private async refresh(): Promise<void> {
    const at = Math.floor(this.random() * this.refreshBodies.length);
    const { status, body } = await this.token(this.refreshBodies[at] ?? "");
    if (status === 200) this.acknowledged.add("refreshes");
    else this.wrong.add(`refresh ${told(status, body)}`);
  }

  /** Now and then the same code is sent twice at once: it must not be good for both. */
  private async exchange(): Promise<void> {
    const code = this.codeBodies.pop();
    if (!code) return;
    const isTwice = this.random() < 0.2;
    const answers = await Promise.all(isTwice ? [this.token(code), this.token(code)] : [this.token(code)]);
    const good = answers.filter(({ status }) => status === 200).length;
    if (good > 1) this.doubledCodes++;
    if (good > 0) this.acknowledged.add("code exchanges");
    const first = answers[0];
    // A code whose answer got lost was used: RFC 6749 4.1.2 has it refused the second time.
    if (good === 0 && !isTwice && first && !first.wasRepeated)
      this.wrong.add(`code exchange ${told(first.status, first.body)}`);
  }

  /** Asks until there is a final answer, the next process each time, with the same key: as a good client does. */
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
      this.passing.add(told(answer.status, answer.body));
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

const told = (status: number, body: Record<string, unknown>): string =>
  `${status || "no answer"} ${codeOf(body)}`;

const idOf = ({ data }: Record<string, unknown>): string =>
  String(typeof data === "object" && data && "id" in data ? data.id : undefined);

/**
 * What a client tries again: no answer, a fault of the server (which the token endpoint calls `server_error`, with 400), and a key
 * whose first request is still under way.
 */
const isPassing = (status: number, body: Record<string, unknown>): boolean =>
  status === 0 ||
  status >= 500 ||
  (status === 400 && codeOf(body) === "server_error") ||
  (status === 409 && /IN_PROGRESS|CONCURRENT|IN_USE/.test(codeOf(body)));

import type { Event } from "../index.js";
import { sleep } from "../sleep.js";
import { type Outcome, post } from "./post.js";
import { signatureHeaders } from "./sign.js";

/** Where events go, and how it is told. */
export interface Forwarding {
  to: URL;
  /** `whsec_…` */
  secret: string;
  print(line: string): void;
  /** Ends waits; an attempt that was begun is finished. */
  signal: AbortSignal;
}

/** Before the second, third and fourth attempt. */
const waitsMs = [1000, 2000, 4000];
/** While nothing listens there. */
const awayMs = 1000;

/** As the service's own deliveries. */
const ownHeaders = { "content-type": "application/json", "user-agent": "Timeaway-Webhooks/2" };

const isAccepted = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** What a server that is started anew, or not yet, says of itself: nothing was received. */
const isAway = ({ fault }: Outcome): boolean => /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(fault ?? "");

const lineOf = ({ type, id }: Event, { status, fault, ms }: Outcome, more: string): string =>
  [new Date().toTimeString().slice(0, 8), type.padEnd(16), id, status ?? fault, `${ms} ms`, more]
    .filter(Boolean)
    .join("  ");

/** One attempt, which waits as long as nothing is there: a line says so once. */
async function attempt(event: Event, { to, secret, print, signal }: Forwarding): Promise<Outcome> {
  const body = JSON.stringify(event);
  for (let isTold = false; ; isTold = true) {
    const outcome = await post(to, { ...ownHeaders, ...signatureHeaders(event.id, body, secret) }, body);
    if (!isAway(outcome)) return outcome;
    if (!isTold) print(lineOf(event, outcome, "waiting until it is there"));
    await sleep(awayMs, signal);
  }
}

/**
 * Sends an event, again when it is not accepted, with a line for each attempt. Then it is given up, so that others are not held up; but
 * while nothing listens there, it is kept.
 * @returns whether it was accepted
 */
export async function forward(event: Event, forwarding: Forwarding): Promise<boolean> {
  const { print, signal } = forwarding;
  for (const waitMs of [...waitsMs, null]) {
    const outcome = await attempt(event, forwarding);
    if (isAccepted(outcome)) {
      print(lineOf(event, outcome, ""));
      return true;
    }
    if (waitMs === null) print(lineOf(event, outcome, `given up after ${waitsMs.length + 1} attempts`));
    else {
      print(lineOf(event, outcome, `again in ${waitMs / 1000} s`));
      await sleep(waitMs, signal);
    }
  }
  return false;
}

import type { Event } from "../index.js";
import { sleep } from "../sleep.js";
import { type Outcome, post } from "./post.js";
import { signatureHeaders } from "./sign.js";

/** Where events go, and where attempts are printed. */
export interface Forwarding {
  to: URL;
  /** `whsec_…` */
  secret: string;
  print(line: string): void;
  /** Ends waits; an attempt in progress is finished. */
  signal: AbortSignal;
}

/** The pauses before the second, third and fourth attempt. */
const waitsMs = [1000, 2000, 4000];
/** The pause while nothing listens at the address. */
const awayMs = 1000;

/** The headers of the service's own deliveries. */
const ownHeaders = { "content-type": "application/json", "user-agent": "Timeaway-Webhooks/2" };

const isAccepted = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** The server is restarting or not yet started: it received nothing. */
const isAway = ({ fault }: Outcome): boolean => /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(fault ?? "");

const lineOf = ({ type, id }: Event, { status, fault, ms }: Outcome, more: string): string =>
  [new Date().toTimeString().slice(0, 8), type.padEnd(16), id, status ?? fault, `${ms} ms`, more]
    .filter(Boolean)
    .join("  ");

/** One attempt. It retries while nothing listens at the address, and prints one line about that. */
async function attempt(event: Event, { to, secret, print, signal }: Forwarding): Promise<Outcome> {
  const body = JSON.stringify(event);
  for (let isPrinted = false; ; isPrinted = true) {
    const outcome = await post(to, { ...ownHeaders, ...signatureHeaders(event.id, body, secret) }, body);
    if (!isAway(outcome)) return outcome;
    if (!isPrinted) print(lineOf(event, outcome, "waiting until it is there"));
    await sleep(awayMs, signal);
  }
}

/**
 * Sends an event and retries when it is not accepted, with a line for each attempt. After the last attempt it gives the event up, so that
 * others do not wait. While nothing listens at the address, it keeps the event.
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

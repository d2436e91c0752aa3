import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { DeliveryError } from "@/drizzle/schema/values";
import { explainFailure } from "./send-failure";

/** Of an answer, for the log. */
export const maximumResponseBytes = 16 * 1024;
const maximumHeaderCharacters = 8 * 1024;

/** What became of one request. */
export interface Result {
  /** 2xx. */
  ok: boolean;
  httpStatus: number | null;
  error: DeliveryError | null;
  /** The error in words. */
  message: string | null;
  responseHeaders: Record<string, string> | null;
  /** The answer came to its end, and all of its body was kept. */
  isWhole: boolean;
  /** The first 16 KiB as they came; never decompressed. */
  responseBody: Buffer | null;
  retryAfter: string | undefined;
  /** From resolving the name on. */
  durationMs: number;
}

interface Verdict {
  error: DeliveryError;
  message: string;
}

function verdictOf(status: number): Verdict | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return { error: "REDIRECT", message: `Responded with ${status}. Redirects aren't followed.` };
  return { error: "HTTP_STATUS", message: `Answered ${status}.` };
}

/** Who is told of an exchange. */
export interface Watcher {
  /** The status has decided already; what is read from here on is only for the log. */
  onAnswer(exchange: Exchange): void;
  /** Once for each. */
  onEnd(exchange: Exchange, result: Result): void;
}

/**
 * One request with its answer, as undici tells of it: without the stream and the signal that `request` makes for each. The status
 * decides; of headers and body as much is kept as the log holds, and what breaks off is kept as far as it came.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  isOver = false;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private readonly startedAt = performance.now();

  constructor(private readonly watcher: Watcher) {}

  /** Ends it now, with the answer as far as it came, or else with this failure. The connection is of no more use. */
  cutOff(failure: Error): void {
    if (this.isOver) return;
    if (this.status === null) this.fail(failure);
    else this.endWith(this.status, false);
    this.controller?.abort(failure);
  }

  fail(failure: unknown): void {
    this.end({ ...nothing, ...explainFailure(failure), durationMs: this.durationMs });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for its connection for too long.
    if (this.isOver) controller.abort(new Error("over"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // A provisional answer says nothing yet.
    if (this.isOver || status < 200) return;
    this.status = status;
    this.headers = headers;
    this.watcher.onAnswer(this);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > maximumResponseBytes) this.cutOff(new Error("enough"));
  }

  onResponseEnd(): void {
    if (this.status !== null) this.endWith(this.status, true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.status === null) this.fail(error);
    else this.endWith(this.status, false);
  }

  private endWith(httpStatus: number, isWhole: boolean): void {
    const verdict = verdictOf(httpStatus);
    this.end({
      ok: verdict === null,
      httpStatus,
      error: verdict?.error ?? null,
      message: verdict?.message ?? null,
      isWhole,
      responseHeaders: keptHeaders(this.headers),
      responseBody: Buffer.concat(this.chunks).subarray(0, maximumResponseBytes),
      retryAfter: textOf(this.headers["retry-after"]),
      durationMs: this.durationMs,
    });
  }

  private get durationMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  private end(result: Result): void {
    if (this.isOver) return;
    this.isOver = true;
    this.watcher.onEnd(this, result);
  }
}

const nothing = {
  ok: false,
  httpStatus: null,
  isWhole: false,
  responseHeaders: null,
  responseBody: null,
  retryAfter: undefined,
} as const;

/** Of a header that came more than once, the first. */
const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === "object" ? value[0] : value;

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  let room = maximumHeaderCharacters;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    const text = typeof value === "object" ? value.join(", ") : (value ?? "");
    room -= name.length + text.length;
    if (room < 0) break;
    kept[name] = text;
  }
  return kept;
}

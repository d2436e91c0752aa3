import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { DeliveryError } from "@/drizzle/schema/values";
import { explainFailure } from "./send-failure";

/** Maximum bytes of a response body in the log. */
export const maximumResponseBytes = 16 * 1024;
const maximumHeaderCharacters = 8 * 1024;

/** The result of one request. */
export interface Result {
  /** 2xx. */
  ok: boolean;
  httpStatus: number | null;
  error: DeliveryError | null;
  /** The error message. */
  message: string | null;
  responseHeaders: Record<string, string> | null;
  /** The response is complete, and its whole body was kept. */
  isWhole: boolean;
  /** The first 16 KiB, or the sender's limit, as received; never decompressed. */
  responseBody: Buffer | null;
  retryAfter: string | undefined;
  /** From the start of the name resolution. */
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

/** Receives an exchange's progress. */
export interface Watcher {
  /** The status has arrived and decides; the rest of the response is read for the log only. */
  onAnswer(exchange: Exchange): void;
  /** Called once per exchange. */
  onEnd(exchange: Exchange, result: Result): void;
}

/**
 * One request with its response, as an undici handler: without the stream and the signal that `request` creates for each. The status
 * decides. Headers and body are kept up to the log's limits; a response that breaks off is kept as far as it was received.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  isOver = false;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private readonly startedAt = performance.now();

  /** @param maxBytes of the kept body; a longer one is cut off */
  constructor(
    private readonly watcher: Watcher,
    private readonly maxBytes = maximumResponseBytes,
  ) {}

  /** Ends it now, with the response received so far, or else with this failure. The connection cannot be used again. */
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
    // It waited too long for a connection.
    if (this.isOver) controller.abort(new Error("over"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // A provisional response decides nothing yet.
    if (this.isOver || status < 200) return;
    this.status = status;
    this.headers = headers;
    this.watcher.onAnswer(this);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.maxBytes) this.cutOff(new Error("enough"));
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
      responseBody: Buffer.concat(this.chunks).subarray(0, this.maxBytes),
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

/** The first value of a header that was sent more than once. */
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

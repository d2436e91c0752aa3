import type { AcceptedOperation } from "./generated/models.js";

/** How a client reaches its installation. */
export interface TimeawayOptions {
  /** `svc_live_…`, sent as a bearer token. A variable of the environment that is not set is refused. */
  apiKey: string | undefined;
  /** Scheme and host of the installation's API, such as `https://api.example.com`. */
  baseUrl: string;
  /** How often a request is sent at most; 5 unless said. */
  maxAttempts?: number;
  /** Milliseconds that one attempt may take; 60,000 unless said. */
  timeoutMs?: number;
  /** Sends a request; the platform's `fetch` unless said. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  /** Ends the call, with whatever it waits for. A write that was sent may have its effect all the same. */
  signal?: AbortSignal;
}

export interface Idempotent {
  /** Sent with every attempt; one is made when none is given. Give your own to continue after your process was restarted. */
  idempotencyKey?: string;
}

export interface OnBehalf {
  /** ID of the user to act for. Needs `users:act-on-behalf`. */
  onBehalfOf?: string;
}

export interface Waited {
  /** A write that takes longer is waited for. */
  wait?: true;
}

export interface Unwaited {
  /** Resolves once the write is accepted, with a handle to wait by. */
  wait: false;
}

/** A write that was accepted. */
export interface Handle<T> {
  /** Null when the answer was there at once. */
  operation: AcceptedOperation | null;
  /** What the write would have returned. @throws what it would have thrown */
  wait(options?: CallOptions): Promise<T>;
}

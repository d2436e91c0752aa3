import type { AcceptedOperation } from "./generated/models.js";

/** How a client reaches its installation. */
export interface TimeawayOptions {
  /** `svc_live_…`, sent as a bearer token. An undefined environment variable throws a TypeError. */
  apiKey: string | undefined;
  /** Scheme and host of the installation's API, such as `https://api.example.com`. */
  baseUrl: string;
  /** Maximum number of attempts of a request; the default is 5. */
  maxAttempts?: number;
  /** Timeout of one attempt in milliseconds; the default is 60,000. */
  timeoutMs?: number;
  /** Sends a request; the default is the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  /** Aborts the call, including its waits. A write that was sent may still take effect. */
  signal?: AbortSignal;
}

export interface Idempotent {
  /** Sent with every attempt; generated when none is given. Pass your own to continue after your process was restarted. */
  idempotencyKey?: string;
}

export interface OnBehalf {
  /** ID of the user to act for. Needs `users:act-on-behalf`. */
  onBehalfOf?: string;
}

export interface Waited {
  /** Waits for a write that takes longer. */
  wait?: true;
}

export interface Unwaited {
  /** Resolves once the write is accepted, with a handle to wait by. */
  wait: false;
}

/** An accepted write. */
export interface Handle<T> {
  /** Null when the answer came at once. */
  operation: AcceptedOperation | null;
  /** The result of the write. @throws the error of the write */
  wait(options?: CallOptions): Promise<T>;
}

import { setTimeout as delay } from "node:timers/promises";
import { version } from "@/package.json";
import { second } from "@/server/kernel/time/clock";
import type { Logger } from "./log";
import type { Metrics } from "./metrics";
import type { Span } from "./tracer";

/** The destination of spans: OTLP over HTTP, as JSON. */
export interface Collector {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
}

/** Maximum queue length: further spans are dropped. */
const maxWaiting = 8192;
const together = 512;
const sendEveryMs = second / 2;
const answerWithinMs = 5 * second;
/** Retry delay after a failed request to the collector. */
const restMs = 5 * second;
const closeWithinMs = 2 * second;
/** Retryable status codes of OTLP. */
const retryable = new Set([429, 502, 503, 504]);

/** Sends spans in batches, separate from the work they describe: nothing waits for it, and it runs outside every async context. */
export class SpanExport {
  private waiting: Span[] = [];
  private sending: Promise<void> | undefined;
  private restUntil = 0;
  private isFailing = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly collector: Collector,
    private readonly metrics: Metrics | undefined,
    private readonly log: () => Logger,
  ) {
    // One timer, started outside every async context: a span that ends inside a transaction starts nothing there.
    this.timer = setInterval(() => this.send(), sendEveryMs).unref();
  }

  add(span: Span): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(span);
    else this.metrics?.spans.inc({ outcome: "dropped" });
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.restUntil = 0;
    const all = async () => {
      await this.sending;
      this.send();
      await this.sending;
    };
    await Promise.race([all(), delay(closeWithinMs, undefined, { ref: false })]);
  }

  private send(): void {
    if (this.waiting.length === 0 || performance.now() < this.restUntil) return;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const spans = this.waiting.slice(0, together);
      const isTaken = await this.post(spans).catch((err: unknown) => this.failed(err));
      if (isTaken === undefined) return;
      this.waiting.splice(0, spans.length);
      this.metrics?.spans.inc({ outcome: isTaken ? "sent" : "dropped" }, spans.length);
    }
  }

  /** @returns whether the collector accepted them; after an error they are retried */
  private async post(spans: readonly Span[]): Promise<boolean> {
    const { url, headers } = this.collector;
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": `Timeaway/${version}` },
      body: JSON.stringify(this.asOtlp(spans)),
      redirect: "error",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    if (retryable.has(response.status)) throw new Error(`The collector answered ${response.status}.`);
    if (!response.ok) this.warn({ status: response.status });
    else this.isFailing = false;
    return response.ok;
  }

  private failed(err: unknown): undefined {
    this.restUntil = performance.now() + restMs;
    this.warn({ err });
  }

  /** Warns once per outage. */
  private warn(why: object): void {
    if (!this.isFailing) this.log().warn(why, "the collector of traces takes none");
    this.isFailing = true;
  }

  private asOtlp(spans: readonly Span[]): object {
    const resource = {
      "service.name": this.collector.serviceName,
      "service.version": version,
      "process.pid": process.pid,
    };
    return {
      resourceSpans: [
        {
          resource: { attributes: attributesOf(resource) },
          scopeSpans: [{ scope: { name: "timeaway", version }, spans: spans.map(spanOf) }],
        },
      ],
    };
  }
}

const spanOf = ({
  traceId,
  spanId,
  parentId,
  name,
  kind,
  startMs,
  endMs = startMs,
  ...span
}: Span): object => ({
  ...{ traceId, spanId, ...(parentId && { parentSpanId: parentId }), name, kind },
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesOf(span.attributes),
  ...(span.hasFailed && { status: { code: 2 } }),
});

const attributesOf = (attributes: Span["attributes"]): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));

function otlpValue(value: string | number | boolean): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** As text: a number lacks the precision. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, "0")}`;
}

import { AsyncLocalStorage } from "node:async_hooks";
import { randomHex } from "@/server/kernel/text/random-hex";
import { parentOf } from "./traceparent";

type Value = string | number | boolean;

/** The numbers of OTLP. */
const kinds = { internal: 1, server: 2, client: 3 } as const;

/** A traced unit of work, exported when it ends. */
export class Span {
  readonly spanId = randomHex(8);
  readonly startMs = now();
  readonly attributes: Record<string, Value> = {};
  endMs: number | undefined;
  hasFailed = false;

  constructor(
    private readonly report: (span: Span) => void,
    public name: string,
    readonly kind: number,
    readonly traceId: string,
    readonly parentId?: string,
  ) {}

  set(attributes: Record<string, Value | null | undefined>): void {
    for (const [name, value] of Object.entries(attributes))
      if (value !== null && value !== undefined) this.attributes[name] = value;
  }

  end(): void {
    if (this.endMs !== undefined) return;
    this.endMs = now();
    this.report(this);
  }
}

/** Milliseconds since 1970, with fractions: a span is often shorter than a millisecond. */
const now = (): number => performance.timeOrigin + performance.now();

/** Which traces are sampled (OTEL_TRACES_SAMPLER). */
export interface Sampling {
  /** The caller's sampling flag decides, if present. */
  followsParent: boolean;
  /** The sampling ratio of the others, 0 to 1. */
  ratio: number;
}

/** Seven bytes of a trace ID are random (W3C). */
const randomDigits = 14;
const randomRange = 2 ** 56;

/** Begins spans. Work inside a span is its child, across every `await`. An unsampled trace stores nothing and costs only the decision. */
export class Tracer {
  private readonly current = new AsyncLocalStorage<Span>();

  constructor(
    private readonly sampling: Sampling,
    private readonly out: { add(span: Span): void; close(): Promise<void> },
  ) {}

  /**
   * Begins a root span of this process.
   * @param traceparent the caller's trace context (W3C Trace Context); an invalid value counts as none
   * @returns undefined when the trace is not sampled
   */
  beginRoot(name: string, kind: keyof typeof kinds, traceparent?: unknown): Span | undefined {
    const parent = parentOf(traceparent);
    const traceId = parent?.traceId ?? randomHex(16);
    const { followsParent, ratio } = this.sampling;
    const isChosen = Number.parseInt(traceId.slice(-randomDigits), 16) < ratio * randomRange;
    if (!(parent && followsParent ? parent.isSampled : isChosen)) return undefined;
    return new Span(this.report, name, kinds[kind], traceId, parent?.spanId);
  }

  /** Begins a child of the current span; undefined when there is none or it has ended. */
  begin(name: string, kind: keyof typeof kinds): Span | undefined {
    const parent = this.current.getStore();
    if (!parent || parent.endMs !== undefined) return undefined;
    return new Span(this.report, name, kinds[kind], parent.traceId, parent.spanId);
  }

  /** Runs work inside a span, which continues until it is ended. */
  within<T>(span: Span, work: () => T): T {
    return this.current.run(span, work);
  }

  /** Runs work inside a new root span, if it is sampled. */
  async inRoot<T>(name: string, attributes: Record<string, Value>, work: () => Promise<T>): Promise<T> {
    const span = this.beginRoot(name, "internal");
    if (!span) return work();
    span.set(attributes);
    try {
      return await this.within(span, work);
    } catch (error) {
      span.hasFailed = true;
      throw error;
    } finally {
      span.end();
    }
  }

  /** The trace fields of a log line. */
  logFields(span = this.current.getStore()): { trace_id?: string; span_id?: string } {
    return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
  }

  /** The current span. */
  get active(): Span | undefined {
    return this.current.getStore();
  }

  /** Sends the queued spans, within a short timeout. */
  close(): Promise<void> {
    return this.out.close();
  }

  private readonly report = (span: Span): void => this.out.add(span);
}

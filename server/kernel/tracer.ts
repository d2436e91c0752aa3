import { AsyncLocalStorage } from "node:async_hooks";
import { randomHex } from "./random-hex";
import { parentOf } from "./traceparent";

type Value = string | number | boolean;

/** As OTLP numbers them. */
const kinds = { internal: 1, server: 2, client: 3 } as const;

/** A piece of work that is told of, once it is over. */
export class Span {
  readonly spanId = randomHex(8);
  readonly startMs = now();
  readonly attributes: Record<string, Value> = {};
  endMs: number | undefined;
  hasFailed = false;

  constructor(
    private readonly told: (span: Span) => void,
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
    this.told(this);
  }
}

/** Since 1970, with fractions: a span is often shorter than a millisecond. */
const now = (): number => performance.timeOrigin + performance.now();

/** Which traces are told of (OTEL_TRACES_SAMPLER). */
export interface Sampling {
  /** Whoever asks decides, if they say so. */
  followsParent: boolean;
  /** Of the others, 0 to 1. */
  ratio: number;
}

/** Seven bytes of an id are random, as W3C has it. */
const randomDigits = 14;
const randomRange = 2 ** 56;

/**
 * Begins spans. Whatever runs inside one is its child, through every `await`; of what is not told of nothing is kept, and costs nothing
 * but the choice.
 */
export class Tracer {
  private readonly current = new AsyncLocalStorage<Span>();

  constructor(
    private readonly sampling: Sampling,
    private readonly out: { add(span: Span): void; close(): Promise<void> },
  ) {}

  /**
   * Begins what nothing in this process has led to.
   * @param traceparent what the caller says of its own trace (W3C Trace Context); whatever else it holds is as none
   * @returns nothing when it is not to be told of
   */
  beginRoot(name: string, kind: keyof typeof kinds, traceparent?: unknown): Span | undefined {
    const parent = parentOf(traceparent);
    const traceId = parent?.traceId ?? randomHex(16);
    const { followsParent, ratio } = this.sampling;
    const isChosen = Number.parseInt(traceId.slice(-randomDigits), 16) < ratio * randomRange;
    if (!(parent && followsParent ? parent.isSampled : isChosen)) return undefined;
    return new Span(this.tell, name, kinds[kind], traceId, parent?.spanId);
  }

  /** Begins a part of what runs; nothing when that is not told of, or over. */
  begin(name: string, kind: keyof typeof kinds): Span | undefined {
    const parent = this.current.getStore();
    if (!parent || parent.endMs !== undefined) return undefined;
    return new Span(this.tell, name, kinds[kind], parent.traceId, parent.spanId);
  }

  /** Runs work inside a span, which goes on until it is ended. */
  within<T>(span: Span, work: () => T): T {
    return this.current.run(span, work);
  }

  /** Runs work inside a root span of its own, if it is told of. */
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

  /** What a line of the log says of where it belongs. */
  logFields(span = this.current.getStore()): { trace_id?: string; span_id?: string } {
    return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
  }

  /** The span of what runs. */
  get active(): Span | undefined {
    return this.current.getStore();
  }

  /** Sends what waits, for a moment. */
  close(): Promise<void> {
    return this.out.close();
  }

  private readonly tell = (span: Span): void => this.out.add(span);
}

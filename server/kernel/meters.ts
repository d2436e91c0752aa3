/** One thing that is counted or measured, under Prometheus' name for it. Each value of a label is one of a few: never an id, a path or a text. */
interface Named<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
}
export interface Counter<Label extends string = string> extends Named<Label> {
  type: "counter";
}
export interface Gauge<Label extends string = string> extends Named<Label> {
  type: "gauge";
}
export interface Histogram<Label extends string = string> extends Named<Label> {
  type: "histogram";
  buckets: readonly number[];
}
export type Meter = Counter | Gauge | Histogram;

type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** What a gauge shows of one set of labels. */
export interface Reading<Label extends string> {
  labels: Labels<Label>;
  value: number;
}

/** Where instruments count to. */
export interface Meters {
  /** Makes instruments known before they are used, so that who asks sees them from the start. */
  declare(meters: readonly Meter[]): void;
  add<Label extends string>(counter: Counter<Label>, labels: Labels<Label>, count?: number): void;
  /** @param seconds or whatever the buckets are of */
  observe<Label extends string>(histogram: Histogram<Label>, labels: Labels<Label>, seconds: number): void;
  /** Shows these readings, and nothing of before. */
  show<Label extends string>(gauge: Gauge<Label>, readings: readonly Reading<Label>[]): void;
  /** Everything, in Prometheus' text format. */
  text(): Promise<{ type: string; body: string }>;
}

const nothing = () => undefined;

/** Counts nothing. */
export const noMeters: Meters = {
  declare: nothing,
  add: nothing,
  observe: nothing,
  show: nothing,
  text: async () => ({ type: "text/plain", body: "" }),
};

/** Up to ten seconds, which is where patience ends. */
const secondsOfWork = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const counter = <Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Counter<Label> => ({ type: "counter", name, help, labels });

export const gauge = <Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Gauge<Label> => ({ type: "gauge", name, help, labels });

/** Of durations in seconds. */
export const durations = <Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Histogram<Label> => ({ type: "histogram", name, help, labels, buckets: secondsOfWork });

/** A metric under its Prometheus name. Each label has a small set of values: never an id, a path or free text. */
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

/** A gauge's value for one set of labels. */
export interface Reading<Label extends string> {
  labels: Labels<Label>;
  value: number;
}

/** The metrics registry. */
export interface Meters {
  /** Registers metrics before their first use, so that a scrape shows them from the start. */
  declare(meters: readonly Meter[]): void;
  add<Label extends string>(counter: Counter<Label>, labels: Labels<Label>, count?: number): void;
  /** @param seconds the value, in the unit of the histogram's buckets */
  observe<Label extends string>(histogram: Histogram<Label>, labels: Labels<Label>, seconds: number): void;
  /** Replaces all previous readings of the gauge with these. */
  show<Label extends string>(gauge: Gauge<Label>, readings: readonly Reading<Label>[]): void;
  /** All metrics, in Prometheus' text format. */
  text(): Promise<{ type: string; body: string }>;
}

const nothing = () => undefined;

/** A registry that discards everything. */
export const noMeters: Meters = {
  declare: nothing,
  add: nothing,
  observe: nothing,
  show: nothing,
  text: async () => ({ type: "text/plain", body: "" }),
};

/** Buckets up to ten seconds, the timeout for reads. */
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

/** A histogram of durations in seconds. */
export const durations = <Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Histogram<Label> => ({ type: "histogram", name, help, labels, buckets: secondsOfWork });

import type { Meter, Meters } from "./meters";

/** Metrics by prom-client, including its default metrics of this process: CPU, memory, file descriptors, event loop, garbage collection. */
export async function openMeters(): Promise<Meters> {
  // Imported here, so that a process without metrics does not load it.
  const prometheus = await import("prom-client");
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  type Metric = InstanceType<
    typeof prometheus.Counter | typeof prometheus.Gauge | typeof prometheus.Histogram
  >;
  const known = new Map<string, Metric>();

  function make(meter: Meter): Metric {
    const { name, help } = meter;
    const configuration = { name, help, labelNames: [...meter.labels], registers: [registry] };
    if (meter.type === "counter") return new prometheus.Counter(configuration);
    if (meter.type === "gauge") return new prometheus.Gauge(configuration);
    return new prometheus.Histogram({ ...configuration, buckets: [...meter.buckets] });
  }
  function of(meter: Meter): Metric {
    const metric = known.get(meter.name) ?? make(meter);
    known.set(meter.name, metric);
    return metric;
  }

  return {
    declare: (meters) => void meters.map(of),
    add: (counter, labels, count) =>
      (of(counter) as InstanceType<typeof prometheus.Counter>).inc(labels, count),
    observe: (histogram, labels, seconds) =>
      (of(histogram) as InstanceType<typeof prometheus.Histogram>).observe(labels, seconds),
    show(gauge, readings) {
      const shown = of(gauge) as InstanceType<typeof prometheus.Gauge>;
      shown.reset();
      for (const { labels, value } of readings) shown.set(labels, value);
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}

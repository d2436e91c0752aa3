/** One figure: a ratio, its target, and its readings. */
export interface Figure {
  name: string;
  ratio: number;
  target: { atLeast: number } | { atMost: number };
  /** The absolute readings, for information: they are valid only within this run. */
  readings: Record<string, number>;
}

/** A benchmark without a figure, and why. */
export interface Failed {
  name: string;
  reason: string;
}

const met = ({ ratio, target }: Figure): boolean =>
  "atLeast" in target ? ratio >= target.atLeast : ratio <= target.atMost;

const rounded = (n: number): number => (Math.abs(n) >= 100 ? Math.round(n) : Number(n.toPrecision(3)));

/** Prints figures, and the benchmarks that failed, as one JSON object, or one line each. */
export function print(figures: readonly Figure[], failed: readonly Failed[], asJson: boolean): void {
  const rows = figures.map((figure) => ({ ...figure, ratio: rounded(figure.ratio), met: met(figure) }));
  if (asJson) {
    console.log(JSON.stringify({ figures: rows, failed }, null, 2));
    return;
  }
  for (const { name, ratio, target, met: ok, readings } of rows) {
    const wanted = "atLeast" in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
    const facts = Object.entries(readings).map(([what, value]) => `${what} ${rounded(value)}`);
    console.log(`${ok ? "met   " : "MISSED"} ${name}: ${ratio} (${wanted}; ${facts.join(", ")})`);
  }
  for (const { name, reason } of failed) console.log(`FAILED ${name}: ${reason}`);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Steps that people count in. */
const niceSteps = [1, 2, 2.5, 5, 10];

/**
 * Ticks of an axis from 0 to the first round number that is not below `max`, in equal round steps.
 * @param options.most the maximum number of steps
 * @param options.whole for counts: no fractions
 */
export function niceTicks(max: number, { most = 4, whole = false } = {}): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fitting = niceSteps.map((step) => step * power).find((step) => step >= rough * (1 - 1e-9)) ?? rough;
  const step = whole ? Math.max(1, Math.ceil(fitting)) : fitting;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
}

/** `niceTicks` of an axis that also reaches below 0. */
export function niceTicksAround(min: number, max: number): number[] {
  const above = niceTicks(Math.max(max, -min));
  const step = above[1] ?? 1;
  const count = (reach: number) => Math.max(0, Math.ceil(reach / step - 1e-9));
  const [below, top] = [count(-min), count(max)];
  return Array.from({ length: below + Math.max(top, below > 0 ? 0 : 1) + 1 }, (_, n) =>
    Number(((n - below) * step).toPrecision(12)),
  );
}

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

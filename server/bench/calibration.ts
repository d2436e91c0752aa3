import { createHash } from "node:crypto";
import { type Figure, median } from "./report";

const turns = 7;
const text = JSON.stringify(
  Array.from({ length: 5000 }, (_, id) => ({ id, name: `Person ${(id * 7919) % 5000}`, days: [id, id + 1] })),
);

/** Milliseconds of a fixed piece of work of this process: JSON read, sorted, written and hashed. */
export function calibrate(): number {
  const times = Array.from({ length: turns }, () => {
    const begun = performance.now();
    const rows = JSON.parse(text) as { name: string }[];
    const sorted = rows.sort((one, other) => (one.name < other.name ? -1 : 1));
    createHash("sha256").update(JSON.stringify(sorted)).digest();
    return performance.now() - begun;
  });
  return median(times);
}

const isInMs = ({ name, readings }: Figure): boolean =>
  [name, ...Object.keys(readings)].some((words) => /\bms\b/.test(words));

/** Adds the calibration to figures in milliseconds, so that a slow machine does not read as a slow program. */
export const besideCalibration = (figures: readonly Figure[], calibrationMs: number): Figure[] =>
  figures.map((figure) =>
    isInMs(figure)
      ? { ...figure, readings: { ...figure.readings, "calibration ms": calibrationMs } }
      : figure,
  );

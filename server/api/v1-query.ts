import { isCalendarDate } from "@/server/kernel/schema";

const longestList = 500;

/** v1's parameters: a value that cannot be used is ignored or clamped, never refused (decision 10). */
export class V1Query {
  private readonly params: URLSearchParams;

  constructor(search: string) {
    this.params = new URLSearchParams(search);
  }

  /** Absent and empty are the same. */
  text(name: string): string | undefined {
    return this.params.get(name)?.trim() || undefined;
  }

  date(name: string): string | undefined {
    const text = this.text(name);
    return text !== undefined && isCalendarDate(text) ? text : undefined;
  }

  /** The usable items of a comma-separated list; undefined when there is none. `parse` gives null for an unusable one. */
  list<T>(name: string, parse: (item: string) => T | null): T[] | undefined {
    const items = (this.text(name) ?? "").split(",").slice(0, longestList);
    const usable = items
      .map((item) => item.trim())
      .filter(Boolean)
      .flatMap((item) => parse(item) ?? []);
    return usable.length > 0 ? usable : undefined;
  }

  /** The items that are members of a closed list. */
  oneOf<T extends string>(name: string, values: readonly T[]): T[] | undefined {
    return this.list(name, (item) => values.find((value) => value === item) ?? null);
  }

  /** A whole number, moved into the range; `fallback` when there is none. */
  count(
    name: string,
    { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: number },
  ) {
    const text = this.text(name);
    if (text === undefined || !/^-?\d+$/.test(text)) return fallback;
    return Math.min(maximum, Math.max(minimum, Number(text)));
  }
}

import { expect, it } from "vitest";
import { newId, newMessageId } from "./ids";

const count = 50_000;

it("ids are UUIDs of version 7 with the time of making, unique, and sort in the order of making", () => {
  const before = Date.now();
  const ids = Array.from({ length: count }, newId);
  const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(count);
  expect(ids).toEqual(ids.toSorted());
  expect(timeOf(ids[0] ?? "")).toBeGreaterThanOrEqual(before);
  expect(timeOf(ids.at(-1) ?? "")).toBeLessThanOrEqual(Date.now());
});

it("the random ends of ids repeat neither each other nor those of message ids", () => {
  const ends = Array.from({ length: count }, newId).map((id) => id.slice(-12));
  expect(new Set(ends).size).toBe(count);
  const messages = Array.from({ length: count }, newMessageId);
  expect(new Set(messages).size).toBe(count);
});

import { expect, it } from "vitest";
import { newId, newMessageId, newRequestId } from "./ids";

const count = 50_000;

it("ids are unique UUIDs of version 7 with their creation time, and sort in creation order", () => {
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

it("neither the random ends of ids nor message ids repeat", () => {
  const ends = Array.from({ length: count }, newId).map((id) => id.slice(-12));
  expect(new Set(ends).size).toBe(count);
  const messages = Array.from({ length: count }, newMessageId);
  expect(new Set(messages).size).toBe(count);
});

it("request ids sort by the given time, and within one instant in creation order", () => {
  const [early, late] = [new Date(1_000), new Date(2_000)];
  const ids = [early, late].flatMap((at) => Array.from({ length: 1_000 }, () => newRequestId(at)));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set([...ids, newRequestId(early), newRequestId(early)]).size).toBe(2_002);
});

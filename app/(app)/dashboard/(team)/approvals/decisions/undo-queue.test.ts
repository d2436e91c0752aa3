import { expect, it } from "vitest";
import {
  attemptBefore,
  type Decision,
  emptyQueue,
  forget,
  hold,
  isDecided,
  release,
  retry,
  settle,
  type UndoQueue,
  undo,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/undo-queue";

type Queue = UndoQueue<{ id: string; version: number }, string>;

const decision = (id: string, more: Partial<Decision> = {}): Decision => ({
  request: { id, version: 0 },
  action: "approve",
  reason: "",
  attempt: `attempt of ${id}`,
  ...more,
});
const empty: Queue = emptyQueue;
const unsent = (batch: readonly Decision[]) =>
  batch.map((one) => ({ decision: one, kind: "unsent" as const, error: "offline" }));
const done = (batch: readonly Decision[]) => batch.map((one) => ({ decision: one, kind: "done" as const }));

it("keeps a decision, and sends it when its time is over, once", () => {
  const batch = [decision("a")];
  const { queue, send } = hold(empty, batch);
  expect(send).toEqual([]);
  expect(isDecided(queue, { id: "a", version: 0 })).toBe(true);
  const released = release(queue, batch);
  expect(released.send).toEqual([batch]);
  expect(release(released.queue, batch).send).toEqual([]);
  expect(isDecided(released.queue, { id: "a", version: 0 })).toBe(true);
});

it("sends nothing that was undone, and asks again", () => {
  const batch = [decision("a"), decision("b")];
  const undone = undo(hold(empty, batch).queue);
  expect(release(undone, batch).send).toEqual([]);
  expect(isDecided(undone, { id: "a", version: 0 })).toBe(false);
});

it("sends the previous decision when the next is made; undo applies to the last", () => {
  const [first, second] = [[decision("a")], [decision("b")]];
  const next = hold(hold(empty, first).queue, second);
  expect(next.send).toEqual([first]);
  const undone = undo(next.queue);
  expect([isDecided(undone, { id: "a", version: 0 }), isDecided(undone, { id: "b", version: 0 })]).toEqual([
    true,
    false,
  ]);
  // The first one's toast ends late.
  expect(release(next.queue, first).send).toEqual([]);
});

it("a decided request stays hidden in that version, and returns in a later one", () => {
  const batch = [decision("a")];
  const released = release(hold(empty, batch).queue, batch).queue;
  const settled = settle(released, batch, done(batch));
  expect(settled.sent).toEqual([]);
  expect(isDecided(settled, { id: "a", version: 0 })).toBe(true);
  expect(isDecided(settled, { id: "a", version: 1 })).toBe(false);
});

it("a decision without an answer returns, and is sent again under the same attempt", () => {
  const batch = [decision("a"), decision("b", { action: "deny", reason: "Fair" })];
  const lost = settle(release(hold(empty, batch).queue, batch).queue, batch, unsent(batch));
  expect(isDecided(lost, { id: "a", version: 0 })).toBe(false);
  const again = retry(lost, "b");
  expect(again.send).toEqual([[batch[1]]]);
  expect(isDecided(again.queue, { id: "b", version: 0 })).toBe(true);
  expect(retry(again.queue, "b").send).toEqual([]);
  expect([...again.queue.ends.keys()]).toEqual(["a"]);
});

it("the same decision made again keeps its attempt; another has its own", () => {
  const batch = [decision("a", { action: "deny", reason: "Fair" })];
  const lost = settle(release(hold(empty, batch).queue, batch).queue, batch, unsent(batch));
  const wish = { request: { id: "a", version: 0 }, action: "deny" as const, reason: "Fair" };
  expect(attemptBefore(lost, wish)).toBe("attempt of a");
  expect(attemptBefore(lost, { ...wish, reason: "" })).toBeNull();
  expect(attemptBefore(lost, { ...wish, action: "approve" })).toBeNull();
  expect(attemptBefore(lost, { ...wish, request: { id: "a", version: 1 } })).toBeNull();
  expect(attemptBefore(empty, wish)).toBeNull();
});

it("shows a refusal until it is read, or decided again", () => {
  const batch = [decision("a")];
  const sent = release(hold(empty, batch).queue, batch).queue;
  const refused = settle(sent, batch, [
    { decision: decision("a"), kind: "refused", refusal: "Already approved by Maja" },
  ]);
  expect(isDecided(refused, { id: "a", version: 0 })).toBe(false);
  expect(refused.ends.get("a")).toMatchObject({ refusal: "Already approved by Maja" });
  expect(retry(refused, "a").send).toEqual([]);
  expect(forget(refused, "a").ends.size).toBe(0);
  expect(hold(refused, [decision("a", { attempt: "another" })]).queue.ends.size).toBe(0);
});

it("an answer to one batch leaves the others in flight", () => {
  const [first, second] = [[decision("a")], [decision("b")]];
  const both = release(hold(hold(empty, first).queue, second).queue, second).queue;
  const settled = settle(both, first, done(first));
  expect(settled.sent).toEqual([second]);
  expect(isDecided(settled, { id: "b", version: 0 })).toBe(true);
});

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { oncePerForm } from "./once-per-form";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let made: string[];

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());
beforeEach(() => {
  made = [];
  clock.set(testNow);
});

async function as(who: "admin" | "approver") {
  const { id } = workspace.people[who];
  const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: "s" });
  if (!actor) throw new Error("no such person");
  return ctxFor(services, actor, "req_test");
}
const create = async (): Promise<string> => {
  const id = newId();
  made.push(id);
  return id;
};

it("a repetition gets the first result, whatever the order of its fields", async () => {
  const ctx = await as("admin");
  const first = await oncePerForm(ctx, { attempt: "a", input: { name: "X", hour: 9 } }, create);
  expect(await oncePerForm(ctx, { attempt: "a", input: { hour: 9, name: "X" } }, create)).toBe(first);
  expect(made).toEqual([first]);
});

it("sent ten times at once, it creates one", async () => {
  const ctx = await as("admin");
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => oncePerForm(ctx, { attempt: "b", input: 1 }, create)),
  );
  expect(new Set(ids).size).toBe(1);
  expect(made).toHaveLength(1);
});

it("422 the same form with other content", async () => {
  const ctx = await as("admin");
  await oncePerForm(ctx, { attempt: "c", input: 1 }, create);
  await expect(oncePerForm(ctx, { attempt: "c", input: 2 }, create)).rejects.toMatchObject({
    code: "IDEMPOTENCY_KEY_REUSED",
  });
});

it("a failure is not stored, another user's form is separate, and a result expires after 24 hours", async () => {
  const ctx = await as("admin");
  const fail = () => Promise.reject(new Error("no"));
  await expect(oncePerForm(ctx, { attempt: "d", input: 1 }, fail)).rejects.toThrow("no");
  const first = await oncePerForm(ctx, { attempt: "d", input: 1 }, create);
  expect(await oncePerForm(await as("approver"), { attempt: "d", input: 1 }, create)).not.toBe(first);
  clock.set(new Date(testNow.getTime() + day));
  expect(await oncePerForm(ctx, { attempt: "d", input: 1 }, create)).not.toBe(first);
});

import { afterEach, expect, it } from "vitest";
import { NotificationFrequencyChangeNotAllowedError } from "../src/index.js";
import { json, refusal, type StandIn, standIn } from "./stand-in";

let stand: StandIn;
afterEach(() => stand.close());

const operation = { id: "operation-1", status: "PENDING", url: "/v2/operations/operation-1" };
const accepted = json(202, { operation });
const polled = (more: object) =>
  json(200, { data: { ...operation, result: null, error: null, progress: null, ...more } });
const leave = { id: "leave-1", status: "APPROVED" };
const succeeded = polled({ status: "SUCCEEDED", result: { status: 200, body: { data: leave } } });
const paths = () => stand.received.map(({ method, path }) => `${method} ${path}`);

it("202: polls until the end, and returns the result of the write", async () => {
  stand = await standIn([accepted, polled({}), succeeded]);
  expect(await stand.timeaway.leaves.approve("leave-1")).toEqual(leave);
  const poll = "GET /v2/operations/operation-1";
  expect(paths()).toEqual(["POST /v2/leaves/leave-1/approve", poll, poll]);
  expect(stand.received[0]?.headers.prefer).toBeUndefined();
  const [, first, second] = stand.received;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(300);
});

it("202 of a write that failed: throws its error", async () => {
  const { error } = refusal("NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED");
  stand = await standIn([accepted, polled({ status: "FAILED", error })]);
  const refused = stand.timeaway.notifications.update("notification-1", { enabled: false });
  await expect(refused).rejects.toBeInstanceOf(NotificationFrequencyChangeNotAllowedError);
  await expect(refused).rejects.toMatchObject({ status: 400 });
});

it("204 of an operation: returns nothing", async () => {
  stand = await standIn([accepted, polled({ status: "SUCCEEDED", result: { status: 204, body: null } })]);
  expect(await stand.timeaway.leaves.delete("leave-1")).toBeUndefined();
});

it("wait: false returns a handle to wait by", async () => {
  stand = await standIn([accepted, succeeded]);
  const handle = await stand.timeaway.leaves.approve("leave-1", {}, { wait: false });
  expect(handle.operation).toEqual(operation);
  expect(stand.received.map(({ headers }) => headers.prefer)).toEqual(["respond-async"]);
  expect(await handle.wait()).toEqual(leave);
});

it("wait: false of a write whose answer is stored: the handle has it", async () => {
  stand = await standIn([json(200, { data: leave })]);
  const handle = await stand.timeaway.leaves.approve(
    "leave-1",
    {},
    { wait: false, idempotencyKey: "before" },
  );
  expect([handle.operation, await handle.wait()]).toEqual([null, leave]);
});

it("the signal ends the wait", async () => {
  stand = await standIn([accepted, polled({})]);
  const call = stand.timeaway.leaves.approve("leave-1", {}, { signal: AbortSignal.timeout(700) });
  await expect(call).rejects.toThrow(/timeout/);
});

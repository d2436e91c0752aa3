import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, expect, it, vi } from "vitest";
import type { AppRouter } from "@/server/api/trpc";
import { askAgainLink, askForProofBy } from "./ask-again";
import { wasCancelled } from "./cancelled-calls";

const refusal = (key: string) =>
  TRPCClientError.from<AppRouter>({
    error: { message: "", code: -32603, data: { error: { code: "FORBIDDEN", reason: { key, values: {} } } } },
  } as never);

/** A server that refuses each call until a proof. */
function server(key = "proofLapsed") {
  const sent: unknown[] = [];
  const state = { isProven: false };
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        sent.push(op.input);
        if (!state.isProven) return observer.error(refusal(key));
        observer.next({ result: { type: "data", data: "done" } });
        observer.complete();
      });
  const { connections } = createTRPCClient<AppRouter>({ links: [askAgainLink, link] });
  return { sent, state, act: (id: string) => connections.delete.mutate({ id }) };
}

let end = () => {};
afterEach(() => end());

it("after a proof every refused call is sent again as it was, with one question for all of them", async () => {
  const { sent, state, act } = server();
  const ask = vi.fn(async () => {
    await Promise.resolve();
    state.isProven = true;
    return true;
  });
  end = askForProofBy(ask);
  await expect(Promise.all([act("a"), act("b")])).resolves.toEqual(["done", "done"]);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(sent).toEqual([{ id: "a" }, { id: "b" }, { id: "a" }, { id: "b" }]);
});

it("after Cancel nothing is sent, and the error says so; the next act asks again", async () => {
  const { sent, act } = server();
  const ask = vi.fn(async () => false);
  end = askForProofBy(ask);
  for (const id of ["a", "b"]) expect(wasCancelled(await act(id).catch((error) => error))).toBe(true);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(sent).toHaveLength(2);
});

it("a call that is refused again after the proof is not asked about twice", async () => {
  const { sent, act } = server();
  const ask = vi.fn(async () => true);
  end = askForProofBy(ask);
  const error = await act("a").catch((thrown) => thrown);
  expect([wasCancelled(error), ask.mock.calls.length, sent.length]).toEqual([false, 1, 2]);
});

it("another refusal, a dialog that cannot open and a page without one leave the refusal", async () => {
  const ask = vi.fn(async () => true);
  end = askForProofBy(ask);
  const other = server("adminOnly");
  await expect(other.act("a")).rejects.toThrow(TRPCClientError);
  expect(ask).not.toHaveBeenCalled();
  end = askForProofBy(() => Promise.reject(new Error("offline")));
  const { act } = server();
  const offline = await act("a").catch((thrown) => thrown);
  expect(offline).toBeInstanceOf(TRPCClientError);
  expect(wasCancelled(offline)).toBe(false);
  end();
  await expect(act("a")).rejects.toThrow(TRPCClientError);
});

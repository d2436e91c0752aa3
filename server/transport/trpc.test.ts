import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import superjson from "superjson";
import { expect, it } from "vitest";
import { z } from "zod";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError, type ErrorBody } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import type { Services } from "@/server/kernel/services";
import { createLog } from "@/server/kernel/telemetry/log";
import { procedure, router } from "./trpc";
import { bodyOf } from "./trpc-error";

const session: SignedIn = {
  actor: {
    workspaceId: "w",
    userId: "u",
    role: "USER",
    locationIds: [],
    departmentIds: [],
    plan: "CORE",
    via: { type: "session", sessionId: "s" },
  },
  user: { id: "u", name: "Ana", email: "a@b.test" },
  workspace: { name: "Acme", plan: "CORE", openApiEnabled: true },
  sessionId: "s",
};

const input = z.strictObject({ name: z.string().min(2), inner: z.object({ count: z.number() }) });
const app = router({
  typed: procedure.input(input).query(({ input: { name } }) => name),
  refuses: procedure.query(() => {
    throw new ApiError("LEAVE_NEGATIVE_BALANCE", { details: { missingDays: 2 } });
  }),
  breaks: procedure.query(() => {
    throw new Error("secret of the database");
  }),
  who: procedure.query(({ ctx }) => [ctx.actor.userId, ctx.reach.kind, ctx.session.user.name, ctx.requestId]),
});

const logged: string[] = [];
const log = createLog("error", { write: (line) => void logged.push(line) });
const services = { log, clock: () => new Date(), dbOf: () => null } as unknown as Services;
const ctx = { services, requestId: "req_1", signedIn: async () => session };

async function failed(path: "typed" | "refuses" | "breaks", value?: unknown) {
  const query = value === undefined ? "" : `?input=${encodeURIComponent(superjson.stringify(value))}`;
  const req = new Request(`http://localhost/trpc/${path}${query}`);
  const response = await fetchRequestHandler({
    endpoint: "/trpc",
    req,
    router: app,
    createContext: () => ctx,
  });
  const { error } = (await response.json()) as {
    error: { json: { data: { httpStatus: number; error: ErrorBody } } };
  };
  return error.json;
}

it("a verb gets the ctx of the signed-in user", async () => {
  expect(await app.createCaller(ctx).who()).toEqual(["u", "self", "Ana", "req_1"]);
});

it("a verb's error keeps its status, code and details", async () => {
  const shape = await failed("refuses");
  expect(shape.data).toMatchObject({
    httpStatus: 422,
    error: { code: "LEAVE_NEGATIVE_BALANCE", requestId: "req_1", details: { missingDays: 2 } },
  });
});

it("input errors list every fault", async () => {
  const shape = await failed("typed", { name: "x", inner: { count: "1" }, extra: 1 });
  expect(shape.data.error.code).toBe("VALIDATION_ERROR");
  expect(shape.data.error.details?.fields?.map(({ path }) => path).sort()).toEqual([
    "extra",
    "inner.count",
    "name",
  ]);
  const missing = await failed("typed", { name: "xx", inner: {} });
  expect(missing.data.error.details?.fields).toEqual([{ path: "inner.count", ...fault("required") }]);
});

it("an unexpected error is logged with the request id and reveals nothing to the caller", async () => {
  const shape = await failed("breaks");
  expect(shape.data).toMatchObject({
    httpStatus: 500,
    error: { code: "INTERNAL_ERROR", requestId: "req_1" },
  });
  expect(JSON.stringify(shape)).not.toContain("secret");
  expect(JSON.stringify(shape)).not.toContain("stack");
  expect(logged.join()).toContain("req_1");
  expect(logged.join()).toContain("secret of the database");
});

it("an error without a ctx still has a request id", () => {
  expect(bodyOf(new TRPCError({ code: "NOT_FOUND" }), undefined).requestId).toMatch(/^req_/);
});

import { expect, it } from "vitest";
import { z } from "zod";
import { fault } from "@/server/kernel/field-faults";
import { mergedShapes } from "@/server/modules/integrations/notifications/schema";
import { reportShapes } from "@/server/modules/integrations/reports/schema";
import { OpeningImportRow } from "@/server/modules/leave/entitlements/schema";
import { LeaveImportRow } from "@/server/modules/leave/requests/schema";
import { UserImportRow } from "@/server/modules/people/import/schema";
import { mutantsOf } from "@/server/test/mutants";
import { lapsesOf } from "@/server/test/own-words";
import { TRPCError } from "@/server/transport/trpc";
import { bodyOf } from "@/server/transport/trpc-error";
import { read } from "@/server/transport/validate";
import { v2Endpoints } from "./endpoints";
import { appRouter } from "./trpc";

const fallbacks = /^(?:Is not valid|Does not have the right form|Must have one of the forms)/;

/** Faults in the schemas' messages for all these values: lapses of style, and sentences that stand in for a better one. */
function lapsesIn(schemas: Record<string, z.ZodType>): string[] {
  const found = new Set<string>();
  let faultCount = 0;
  for (const [title, schema] of Object.entries(schemas))
    for (const value of mutantsOf(schema)) {
      const { faults } = read(schema, value);
      faultCount += faults?.length ?? 0;
      for (const lapse of lapsesOf(faults ?? [])) found.add(`${title} ${lapse.replace(/\.\d+/g, ".*")}`);
      for (const { path, message } of faults ?? [])
        if (fallbacks.test(message)) found.add(`${title} says too little: ${path}: ${message}`);
    }
  expect(faultCount).toBeGreaterThan(100);
  return [...found];
}

it("400 every field of every body gets one sentence of ours", () => {
  const bodies = v2Endpoints.flatMap(({ method, path, body }) => (body ? [[`${method} ${path}`, body]] : []));
  expect(lapsesIn(Object.fromEntries(bodies))).toEqual([]);
});

it("400 every field of an import's rows, and of a merged change", () => {
  const merged = Object.values({ ...mergedShapes, ...reportShapes }).map((shape, i) => [
    `merged ${i}`,
    shape,
  ]);
  expect(
    lapsesIn({ UserImportRow, LeaveImportRow, OpeningImportRow, ...Object.fromEntries(merged) }),
  ).toEqual([]);
});

it("400 a query's faults name the parameter, also inside comma-separated values", () => {
  const values = [
    "",
    " ",
    "0",
    "-1",
    "01",
    "2.5",
    "x",
    ",",
    "x,y",
    "OPEN,x,y",
    "2026-02-30",
    "a\u0000",
    "\ud800",
  ];
  const lists = [...values, "x".repeat(3000), Array(600).fill("OPEN").join(",")];
  for (const { method, path, query } of v2Endpoints) {
    const names = Object.keys(query?.shape ?? {});
    for (const name of names)
      for (const value of lists) {
        const { faults } = read(query as z.ZodObject, { [name]: value });
        expect([`${method} ${path}?${name}=${value.slice(0, 20)}`, lapsesOf(faults ?? [])]).toEqual([
          expect.any(String),
          [],
        ]);
        for (const fault of faults ?? []) expect(names, `${path} ${fault.message}`).toContain(fault.path);
      }
  }
});

/** The input schemas of every procedure of the pages. */
const forms: [string, z.ZodType][] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
).flatMap(([name, { _def }]) => (_def.inputs[0] ? [[name, _def.inputs[0]] as [string, z.ZodType]] : []));

it("400 every field of every form, as tRPC reports it", async () => {
  expect(forms.length).toBeGreaterThan(40);
  const found = new Set<string>();
  for (const [name, form] of forms)
    for (const value of mutantsOf(form)) {
      const cause = (await form.safeParseAsync(value)).error;
      if (!cause) continue;
      const reported = bodyOf(new TRPCError({ code: "BAD_REQUEST", cause }), value).details?.fields ?? [];
      for (const lapse of lapsesOf(reported)) found.add(`${name} ${lapse.replace(/\.\d+/g, ".*")}`);
    }
  expect([...found]).toEqual([]);
});

it("400 a union of forms reports the faults of the intended form", () => {
  const form = z.union([
    z.strictObject({ draft: z.strictObject({ name: z.string() }) }),
    z.strictObject({ id: z.string(), patch: z.strictObject({ hour: z.int() }) }),
  ]);
  expect(read(form, { id: "x", patch: { hour: "nine" } }).faults).toEqual([
    { path: "patch.hour", ...fault("whole") },
  ]);
});

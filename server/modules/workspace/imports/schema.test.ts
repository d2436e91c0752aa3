import { expect, it } from "vitest";
import { faultsOf } from "./schema";

const rule = (kind: "PROOF" | "NOTICE", name: string) => ({ ruleId: "lrule-1", kind, name, sentence: "" });

it("a row of which a rule wants a certificate breaks no rule", () => {
  const row = (at: number, ...brokenRules: ReturnType<typeof rule>[]) => ({
    ...{ row: at, status: "skipped" as const, brokenRules },
  });
  const rows = [row(0, rule("PROOF", "Note")), row(1, rule("PROOF", "Note"), rule("NOTICE", "Late"))];
  const counts = { createdCount: 0, failedCount: 0, skippedCount: 2 };
  expect(faultsOf({ mode: "check", rows, ...counts })).toEqual({
    ...{ goodCount: 2, failed: [], certificateCount: 2 },
    warned: [{ row: 1, rules: ["Late"] }],
  });
});

import { expect, it } from "vitest";
import { FirstWorkspace } from "@/server/modules/workspace/settings/schema";
import { mutantsOf } from "@/server/test/mutants";
import { read } from "@/server/transport/validate";
import { sentenceOf } from "./fault-words";

it("what the pages of accounts say of a field is known: they show no message of the server in English", () => {
  const faults = mutantsOf(FirstWorkspace).flatMap((value) => read(FirstWorkspace, value).faults ?? []);
  expect(faults.length).toBeGreaterThan(10);
  expect(
    [...new Set(faults.map(({ message }) => message))].filter((one) => sentenceOf(one) === null),
  ).toEqual([]);
  expect(sentenceOf("Must have at least 12 characters.")).toEqual({
    ...{ key: "short", named: { limit: "12" } },
  });
});

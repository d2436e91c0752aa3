import { expect, it } from "vitest";
import { fieldChanges, withLabels } from "@/app/(app)/dashboard/(settings)/settings/audit-log/changes";

const berlin = { locationId: "berlin", yearlyQuota: 28, rollover: "NONE", rolloverMaximum: null };
const paris = { ...berlin, locationId: "paris" };

it("of policies each changed rule is shown with its location, and a new policy as a whole", () => {
  const changed = { ...berlin, yearlyQuota: 30, rollover: "LIMITED", rolloverMaximum: 5 };
  const { locationId: _paris, ...rules } = paris;
  expect(
    fieldChanges({ name: { from: "A", to: "B" }, policies: { from: [berlin], to: [changed, paris] } }),
  ).toEqual([
    { name: "name", from: "A", to: "B" },
    { name: "yearlyQuota", locationId: "location-berlin", from: 28, to: 30 },
    { name: "rollover", locationId: "location-berlin", from: "NONE", to: "LIMITED" },
    { name: "rolloverMaximum", locationId: "location-berlin", from: null, to: 5 },
    { name: "policies", locationId: "location-paris", to: rules },
  ]);
});

it("steps and extra days of a policy are a change only where they differ", () => {
  const steps = [{ quota: 30, afterMonths: 24 }];
  const before = { ...berlin, tenureSteps: [{ quota: 30, afterMonths: 24 }], labelDays: [] };
  const after = { ...berlin, tenureSteps: steps, labelDays: [{ days: 5, labelId: "disabled" }] };
  expect(fieldChanges({ policies: { from: [before], to: [after] } })).toEqual([
    { name: "labelDays", locationId: "location-berlin", from: [], to: [{ days: 5, labelId: "disabled" }] },
  ]);
});

it("labels of extra days are shown by their names, also in a new policy", () => {
  const given = [{ days: 5, labelId: "a" }];
  const nameOf = (id: string) => (id === "a" ? "Disabled" : "a deleted label");
  const named = [{ days: 5, labelId: "Disabled" }];
  expect(withLabels({ name: "labelDays", from: [], to: given }, nameOf)).toEqual({
    ...{ name: "labelDays", from: [], to: named },
  });
  const rules = { yearlyQuota: 30, labelDays: given };
  expect(withLabels({ name: "policies", locationId: "location-berlin", to: rules }, nameOf).to).toEqual({
    ...{ yearlyQuota: 30, labelDays: named },
  });
});

it("a value that is no list of policies is shown unchanged", () => {
  expect(fieldChanges({ policies: { to: "many" } })).toEqual([{ name: "policies", to: "many" }]);
  expect(fieldChanges(null)).toEqual([]);
});

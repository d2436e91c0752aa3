import type { AuditView } from "@/server/modules/workspace/audit/present";

/** The change of one field; for a policy, with its location. */
export interface FieldChange {
  name: string;
  /** A public id. */
  locationId?: string;
  from?: unknown;
  to?: unknown;
}

type Policy = Record<string, unknown> & { locationId: string };

const isPolicies = (value: unknown): value is Policy[] | undefined =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one?.locationId === "string"));

/** The changed fields of an entry; for policies, each changed rule per location. */
export const fieldChanges = (changes: AuditView["changes"]): FieldChange[] =>
  Object.entries(changes ?? {}).flatMap(([name, change]) =>
    name === "policies" && isPolicies(change.from) && isPolicies(change.to)
      ? policyChanges(change.from ?? [], change.to ?? [])
      : [{ name, ...change }],
  );

function policyChanges(from: readonly Policy[], to: readonly Policy[]): FieldChange[] {
  const before = new Map(from.map((policy) => [policy.locationId, policy]));
  return to.flatMap(({ locationId: id, ...rules }): FieldChange[] => {
    const locationId = `location-${id}`;
    const had = before.get(id);
    if (!had) return [{ name: "policies", locationId, to: rules }];
    return Object.entries(rules)
      .filter(([rule, value]) => value !== had[rule])
      .map(([rule, value]) => ({ name: rule, locationId, from: had[rule] ?? null, to: value }));
  });
}

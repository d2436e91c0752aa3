import type { Role } from "@/server/access/roles";
import { isOfNoUse, roleAllows, roleScopes, type Scope } from "@/server/access/scopes";

/** In the order of the form. The message files have their labels. */
const presetNames = ["read-all", "leave-calendar", "notifications", "webhooks", "custom"] as const;
export type PresetName = (typeof presetNames)[number];

export interface ScopePreset {
  name: PresetName;
  /** The scopes that it selects for a role; empty when it makes no sense there. */
  scopes: readonly Scope[];
  isRefused: boolean;
}

const leaveCalendar: readonly Scope[] = ["leaves:read", "leave-types:read", "users:read", "holidays:read"];
const notifications: readonly Scope[] = ["notifications:read", "notifications:write"];
const webhooks: readonly Scope[] = ["webhooks:read", "webhooks:write"];

/** Presets, limited to the scopes that the role may grant. */
export function presetsFor(role: Role): ScopePreset[] {
  const wanted: Record<PresetName, readonly Scope[]> = {
    // Doctors' notes are chosen by name.
    "read-all": roleScopes[role].filter((scope) => scope.endsWith(":read") && scope !== "leave-files:read"),
    "leave-calendar": leaveCalendar,
    notifications,
    webhooks,
    custom: [],
  };
  return presetNames.map((name) => ({
    name,
    scopes: wanted[name].filter((scope) => roleAllows(role, scope) && !isOfNoUse(role, scope)),
    // Only approvers and above can create notifications.
    isRefused: name === "notifications" && role === "USER",
  }));
}

/** The preset with exactly these scopes. */
export function presetOf(presets: readonly ScopePreset[], chosen: readonly Scope[]): PresetName {
  const same = (preset: ScopePreset) =>
    preset.name !== "custom" &&
    !preset.isRefused &&
    preset.scopes.length === chosen.length &&
    preset.scopes.every((scope) => chosen.includes(scope));
  return presets.find(same)?.name ?? "custom";
}

import type { Role } from "@/server/access/roles";
import { roleAllows, roleScopes, type Scope } from "@/server/access/scopes";

export interface ScopePreset {
  value: string;
  label: string;
  description: string;
  /** What it ticks for a role; empty when it makes no sense there. */
  scopes: readonly Scope[];
  /** Why it cannot be chosen. */
  refusal?: string;
}

const leaveCalendar: readonly Scope[] = ["leaves:read", "leave-types:read", "users:read", "holidays:read"];
const notifications: readonly Scope[] = ["notifications:read", "notifications:write"];
const webhooks: readonly Scope[] = ["webhooks:read", "webhooks:write"];

/** The value of the radio that stands for "my own choice of boxes". */
export const customPreset = "custom";

/** Ready-made choices, limited to what the role may grant. */
export function presetsFor(role: Role): ScopePreset[] {
  const allowed = (scopes: readonly Scope[]) => scopes.filter((scope) => roleAllows(role, scope));
  return [
    {
      value: "read-all",
      label: "Read everything I can see",
      description: "Every read scope of your role, and no change.",
      scopes: roleScopes[role].filter((scope) => scope.endsWith(":read")),
    },
    {
      value: "leave-calendar",
      label: "Leave calendar sync",
      description: "Leave, leave types, people and holidays.",
      scopes: allowed(leaveCalendar),
    },
    {
      value: "notifications",
      label: "Notifications manager",
      description: "Scheduled messages about who is away.",
      scopes: allowed(notifications),
      ...(role === "USER" ? { refusal: "Only approvers and administrators can create notifications." } : {}),
    },
    {
      value: "webhooks",
      label: "Webhooks only",
      description: "Webhooks and their deliveries.",
      scopes: allowed(webhooks),
    },
    { value: customPreset, label: "Custom", description: "Choose scopes one by one.", scopes: [] },
  ];
}

/** The preset that ticks exactly these scopes. */
export function presetOf(presets: readonly ScopePreset[], chosen: readonly Scope[]): string {
  const same = (preset: ScopePreset) =>
    preset.value !== customPreset &&
    !preset.refusal &&
    preset.scopes.length === chosen.length &&
    preset.scopes.every((scope) => chosen.includes(scope));
  return presets.find(same)?.value ?? customPreset;
}

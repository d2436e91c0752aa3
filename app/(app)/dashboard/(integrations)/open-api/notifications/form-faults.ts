import { timeOfDay } from "@/app/_kit/ui/clock-time";
import type {
  DestinationValues,
  FormValues,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import { limits } from "@/drizzle/schema/limits";
import { emailAddress } from "@/server/kernel/mail/email-address";
import { hasHidden, isSafeName, isTimezone } from "@/server/kernel/text/text-rules";

type NameFaultKey = "nameMissing" | "nameLong" | "nameHidden" | "nameMarkup";
type ScheduleFault =
  | { path: "sendOnDays"; key: "days" }
  | { path: "time"; key: "time" }
  | { path: "timezone"; key: "timezone" };

/** Message keys of field errors. */
type FaultKey =
  | NameFaultKey
  | ScheduleFault["key"]
  | "destinations"
  | "address"
  | "addresses"
  | "channelId"
  | "channelName"
  | "msGroup";

/** A field by its path in the form, such as `destinations.0.emails`. */
export interface Fault {
  path: string;
  key: FaultKey;
}

export const isAddress = (text: string): boolean => emailAddress(text) !== null;

const isToken = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text.trim());

/** The fault of a name, if any. */
export function nameFault(name: string): NameFaultKey | null {
  if (name.trim() === "") return "nameMissing";
  if (name.trim().length > limits.name) return "nameLong";
  if (hasHidden(name.trim())) return "nameHidden";
  return isSafeName(name, limits.name) ? null : "nameMarkup";
}

function destinationFaults(one: DestinationValues, at: string, isBirthday: boolean): Fault[] {
  if (one.platform === "email") {
    if (one.typed.trim() !== "") return [{ path: `${at}.emails`, key: "address" }];
    if (one.emails.length === 0) return [{ path: `${at}.emails`, key: "addresses" }];
    return one.emails.every(isAddress) ? [] : [{ path: `${at}.emails`, key: "address" }];
  }
  const faults: Fault[] = [];
  if (!isToken(one.channelId)) faults.push({ path: `${at}.channelId`, key: "channelId" });
  if (isBirthday && one.channelName.trim() === "")
    faults.push({ path: `${at}.channelName`, key: "channelName" });
  if (one.platform === "microsoft" && one.msGroup.trim() !== "" && !isToken(one.msGroup))
    faults.push({ path: `${at}.msGroup`, key: "msGroup" });
  return faults;
}

type ScheduleValues = Pick<FormValues, "timezone" | "time" | "sendOnDays"> & { frequency: string };

/** The faults that keep the next occurrences from being computed. */
export function scheduleFaults({ frequency, timezone, time, sendOnDays }: ScheduleValues): ScheduleFault[] {
  const faults: ScheduleFault[] = [];
  if (frequency === "DAILY" && sendOnDays.length === 0) faults.push({ path: "sendOnDays", key: "days" });
  if (timeOfDay(time) === null) faults.push({ path: "time", key: "time" });
  if (!isTimezone(timezone)) faults.push({ path: "timezone", key: "timezone" });
  return faults;
}

/** Obvious faults, in the order of the page. */
export function faultsOf(values: FormValues): Fault[] {
  const name = nameFault(values.name);
  const isBirthday = values.frequency === "BIRTHDAY";
  return [
    ...(name ? [{ path: "name", key: name }] : []),
    ...scheduleFaults(values),
    ...(values.destinations.length === 0 ? [{ path: "destinations", key: "destinations" as const }] : []),
    ...values.destinations.flatMap((one, index) =>
      destinationFaults(one, `destinations.${index}`, isBirthday),
    ),
  ];
}

/** The id of a field's control. */
export const fieldId = (path: string): string => `notification-${path.replaceAll(".", "-")}`;

const own = ["name", "timezone", "locale", "sendOnDays", "day", "firstDayOfWeek", "groupBy", "frequency"];

/** The form field for a path in an API error; null when there is none. */
export function fieldOf(path: string, values: FormValues): string | null {
  const [first = "", position, part] = path.split(".");
  if (first === "hour" || first === "minute") return "time";
  if (["locationIds", "departmentIds", "labelIds"].includes(first)) return first;
  if (own.includes(first)) return first;
  if (first !== "destinations") return null;
  const platform = position === undefined ? undefined : values.destinations[Number(position)]?.platform;
  if (platform === undefined) return first;
  const at = `destinations.${position}`;
  if (platform !== "email" && (part === "channelName" || part === "msGroup")) return `${at}.${part}`;
  return `${at}.${platform === "email" ? "emails" : "channelId"}`;
}

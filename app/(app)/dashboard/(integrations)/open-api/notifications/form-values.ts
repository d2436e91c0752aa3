import { timeOfDay } from "@/app/_kit/ui/clock-time";
import { clockText } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-when-words";
import type {
  Destination,
  NotificationFrequency,
  NotificationGrouping,
  NotificationLocale,
  NotificationPlatform,
} from "@/drizzle/schema/values";

/** A destination in the form. It keeps fields that its platform does not need, in case the platform changes back. */
export interface DestinationValues {
  /** A stable key while the list changes. */
  key: string;
  platform: NotificationPlatform;
  emails: string[];
  /** The text in the field that is not in the list yet. */
  typed: string;
  channelId: string;
  channelName: string;
  msGroup: string;
}

/** The form values of every kind. */
export interface FormValues {
  frequency: NotificationFrequency;
  name: string;
  timezone: string;
  /** "09:00"; empty if unset. */
  time: string;
  locale: NotificationLocale;
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  destinations: DestinationValues[];
  sendOnDays: number[];
  day: number;
  firstDayOfWeek: number;
  currentWeek: boolean;
  groupBy: NotificationGrouping;
  sendEmpty: boolean;
  sendOnNonWorkingDays: boolean;
  /** Offered only when a birthday notification is created. */
  enabled: boolean;
}

/** A stored notification, with the fields of one kind. */
export interface StoredNotification {
  frequency: NotificationFrequency;
  name: string;
  enabled: boolean;
  timezone: string;
  hour: number;
  minute: number;
  locale: NotificationLocale;
  locationIds: string[];
  departmentIds: string[];
  labelIds: string[];
  destinations: Destination[];
  sendOnDays?: number[] | null;
  day?: number | null;
  firstDayOfWeek?: number | null;
  currentWeek?: boolean | null;
  groupBy?: NotificationGrouping | null;
  sendEmpty?: boolean | null;
  sendOnNonWorkingDays?: boolean | null;
}

let made = 0;
export const emptyDestination = (platform: NotificationPlatform = "email"): DestinationValues => ({
  key: `destination ${++made}`,
  platform,
  emails: [],
  typed: "",
  channelId: "",
  channelName: "",
  msGroup: "",
});

const atDefault = {
  locationIds: [],
  departmentIds: [],
  labelIds: [],
  sendOnDays: [1, 2, 3, 4, 5],
  day: 1,
  firstDayOfWeek: 1,
  currentWeek: true,
  groupBy: "TEAM" as const,
  sendEmpty: false,
  sendOnNonWorkingDays: false,
  enabled: true,
};

/** The initial form. */
export const emptyForm = (
  frequency: NotificationFrequency,
  { locale, timezone, destinations }: Pick<FormValues, "locale" | "timezone" | "destinations">,
): FormValues => ({ ...atDefault, frequency, name: "", time: "09:00", locale, timezone, destinations });

const filledDestination = (
  { platform, addresses, channelName, msGroup }: Destination,
  position: number,
): DestinationValues => ({
  ...emptyDestination(platform),
  key: `stored ${position}`,
  ...(platform === "email" ? { emails: [...addresses] } : { channelId: addresses[0] ?? "" }),
  channelName: channelName ?? "",
  msGroup: msGroup ?? "",
});

/** The form of a stored notification. Fields that its kind lacks have their default, in case the kind changes. */
export const filledForm = (stored: StoredNotification): FormValues => ({
  frequency: stored.frequency,
  name: stored.name,
  timezone: stored.timezone,
  time: clockText(stored),
  locale: stored.locale,
  locationIds: [...stored.locationIds],
  departmentIds: [...stored.departmentIds],
  labelIds: [...stored.labelIds],
  destinations: stored.destinations.map(filledDestination),
  sendOnDays: [...(stored.sendOnDays ?? atDefault.sendOnDays)],
  day: stored.day ?? atDefault.day,
  firstDayOfWeek: stored.firstDayOfWeek ?? atDefault.firstDayOfWeek,
  currentWeek: stored.currentWeek ?? atDefault.currentWeek,
  groupBy: stored.groupBy ?? atDefault.groupBy,
  sendEmpty: stored.sendEmpty ?? atDefault.sendEmpty,
  sendOnNonWorkingDays: stored.sendOnNonWorkingDays ?? atDefault.sendOnNonWorkingDays,
  enabled: stored.enabled,
});

/** Birthdays need the channel's name. Validation finds a missing one before sending. */
function namedDestination({ platform, emails, ...channel }: DestinationValues) {
  if (platform === "email") return { platform, addresses: emails };
  const msGroup = channel.msGroup.trim();
  const named = { addresses: [channel.channelId.trim()], channelName: channel.channelName.trim() };
  if (platform === "slack") return { platform, ...named };
  return { platform, ...named, ...(msGroup && { msGroup }) };
}

function destinationBody(values: DestinationValues) {
  const named = namedDestination(values);
  if (!("channelName" in named) || named.channelName !== "") return named;
  const { channelName: _, ...nameless } = named;
  return nameless;
}

const summaryOf = ({ groupBy, sendEmpty }: FormValues) => ({ groupBy, sendEmpty });

/** The API's request body: only the fields of the chosen kind. `enabled` is left to the caller. */
export function bodyOf(values: FormValues) {
  const [hour, minute] = (timeOfDay(values.time) ?? "").split(":").map(Number);
  const { name, timezone, locale, locationIds, departmentIds, labelIds } = values;
  const common = {
    name: name.trim(),
    timezone,
    hour: hour ?? 0,
    minute: minute ?? 0,
    locale,
    locationIds,
    departmentIds,
    labelIds,
    destinations: values.destinations.map(destinationBody),
  };
  switch (values.frequency) {
    case "DAILY":
      return {
        ...common,
        frequency: values.frequency,
        sendOnDays: [...values.sendOnDays].sort((a, b) => a - b),
        ...summaryOf(values),
      };
    case "WEEKLY": {
      const { frequency, day, firstDayOfWeek, currentWeek } = values;
      return { ...common, frequency, day, firstDayOfWeek, currentWeek, ...summaryOf(values) };
    }
    case "BIRTHDAY":
      return {
        ...common,
        frequency: values.frequency,
        destinations: values.destinations.map(namedDestination),
        sendOnNonWorkingDays: values.sendOnNonWorkingDays,
      };
  }
}

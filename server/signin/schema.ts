import { z } from "zod";
import {
  notificationLocales,
  pageLanguages,
  secondFactorProofs,
  signInMethods,
} from "@/drizzle/schema/values";
import { timezoneText, wireId } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { UserCreate } from "@/server/modules/people/people/schema";

/** One signed-in browser of a person, as listed on the settings page. */
export const SessionItem = z.object({
  id: wireId("session"),
  isCurrent: z.boolean(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  /** Null for a session from before this was stored. */
  method: z.enum(signInMethods).nullable(),
  /** What was proven besides; null when nothing was. */
  secondFactor: z.enum(secondFactorProofs).nullable(),
  /** Null for another method, and for a connection that was deleted. */
  connectionName: z.string().nullable(),
});
export type SessionItem = z.infer<typeof SessionItem>;

/** A person's page preferences. Null: the browser's setting. */
export const Preferences = z.object({
  language: z.enum(pageLanguages).nullable(),
  timeZone: z.string().nullable(),
  singleKeyShortcuts: z.boolean(),
});
export type Preferences = z.infer<typeof Preferences>;

export const defaultPreferences: Preferences = { language: null, timeZone: null, singleKeyShortcuts: true };

/** Omitted fields stay unchanged. */
export const PreferencesChange = z
  .strictObject({
    language: z.enum(pageLanguages).nullable(),
    timeZone: timezoneText.max(64).nullable(),
    singleKeyShortcuts: z.boolean(),
  })
  .partial();
export type PreferencesChange = z.infer<typeof PreferencesChange>;

/** A new person, with the language of the invitation. */
export const PersonInvite = z.strictObject({
  attempt: attemptText,
  language: z.enum(notificationLocales),
  person: UserCreate,
});
export type PersonInvite = z.output<typeof PersonInvite>;

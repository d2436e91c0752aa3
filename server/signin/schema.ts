import { z } from "zod";
import { wireId } from "@/server/kernel/schema";

/** One signed-in browser of a person, as the settings page lists it. */
export const SessionItem = z.object({
  id: wireId("session"),
  isCurrent: z.boolean(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
});
export type SessionItem = z.infer<typeof SessionItem>;

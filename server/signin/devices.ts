import { z } from "zod";
import type { Settings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import { day, second } from "@/server/kernel/time/clock";
import type { SigninPerson } from "./people-by-email";
import { openToken, sealToken } from "./sealed-token";
import { isHttps } from "./session-cookie";

/**
 * A person known to a browser by an earlier sign-in. The browser's tries are counted separately, so that strangers' guesses do not lock the
 * person out.
 */
export interface Device {
  workspaceId: string;
  userId: string;
  /** Names the bucket for its tries. */
  id: string;
  /** Time of the last sign-in, in milliseconds. */
  at: number;
}

/** How long after its last sign-in a browser stays known, and for how many people at most. */
const lifeMs = 365 * day;
const maxPeople = 5;

/** The session's cookie is sealed with the same secret: one must not pass for the other. */
const salt = "timeaway-device";

const Devices = z
  .array(z.object({ workspaceId: z.string(), userId: z.string(), id: z.uuid(), at: z.number() }))
  .max(maxPeople);

/** `__Host-` prevents other hosts of the domain from setting one. */
export const deviceCookieName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Host-" : ""}timeaway-device`;

export const deviceCookieOptions = (settings: Settings) =>
  ({
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(settings),
    maxAge: lifeMs / second,
  }) as const;

/** The cookie's value with this sign-in added, or renewed with a new bucket. */
export function sealDevices(
  settings: Settings,
  before: readonly Device[],
  { workspaceId, userId }: { workspaceId: string; userId: string },
  at: Date,
): Promise<string> {
  const others = before.filter((one) => one.userId !== userId || one.workspaceId !== workspaceId);
  const devices = [{ workspaceId, userId, id: newId(), at: at.getTime() }, ...others].slice(0, maxPeople);
  return sealToken(settings, { devices }, { salt, maxAge: lifeMs / second });
}

/** The people in a browser's cookie; none when it is forged, stale, or sealed with another secret. */
export async function openDevices(settings: Settings, value: string | undefined): Promise<Device[]> {
  const token = value ? await openToken(settings, { token: value, salt }) : null;
  return Devices.safeParse(token?.devices).data ?? [];
}

/** The browser's entry for this person, if it signed in with their current password and the address is verified. */
export const deviceOf = (
  devices: readonly Device[],
  { workspaceId, userId, passwordChangedAt, isVerified }: SigninPerson,
): Device | undefined =>
  devices.find(
    (device) =>
      isVerified &&
      workspaceId === device.workspaceId &&
      userId === device.userId &&
      (passwordChangedAt === null || passwordChangedAt.getTime() <= device.at),
  );

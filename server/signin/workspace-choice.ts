import { and, eq, or } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema/people";
import type { Settings } from "@/server/kernel/env";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import { nullIfClosed } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import type { Browser } from "./browser";
import { type Entered, enter, type PendingFactor, type Proof } from "./enter";
import { findSigninPeople, isClosedTo, type SigninPerson } from "./people-by-email";
import { returnPath } from "./return-path";
import { openToken, sealToken } from "./sealed-token";
import { isHttps } from "./session-cookie";

/** How long a proven user may take to choose a workspace. */
const lifeMs = 10 * minute;
/** A cookie holds 4 KB. */
const maxPeople = 20;
const salt = "timeaway-workspace-choice";

const Choice = z.object({
  people: z.array(z.object({ workspaceId: z.string(), userId: z.string() })).min(1),
  method: z.enum(["PASSWORD", "LINK", "GOOGLE", "MICROSOFT", "SLACK"]),
  account: z.object({ issuer: z.string(), subject: z.string() }).optional(),
  /** The time of the proof, in milliseconds. */
  at: z.number(),
  returnTo: z.string(),
});
/** A sign-in that lacks only the workspace. The browser carries it, sealed. */
export type Choice = z.infer<typeof Choice>;

export const choicePath = "/login/workspace";

export const choiceCookieName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Host-" : ""}timeaway-workspace-choice`;

export const choiceCookieOptions = (settings: Settings) =>
  ({
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(settings),
    maxAge: lifeMs / second,
  }) as const;

/** The cookie's value. */
export function sealChoice(
  settings: Settings,
  { people, method, account }: Proof,
  returnTo: string,
  at: Date,
): Promise<string> {
  const ids = people.slice(0, maxPeople).map(({ workspaceId, userId }) => ({ workspaceId, userId }));
  const choice: Choice = { people: ids, method, account, at: at.getTime(), returnTo };
  return sealToken(settings, { choice }, { salt, maxAge: lifeMs / second });
}

/** @returns null when it is forged or expired */
export async function openChoice(settings: Settings, value: string | undefined): Promise<Choice | null> {
  if (!value) return null;
  const token = await openToken(settings, { token: value, salt });
  return Choice.safeParse(token?.choice).data ?? null;
}

/** The people who may still sign in: a password changed since proves nothing, and workspaces that are closed to the proof are left out. */
export async function peopleOfChoice({ db }: Services, choice: Choice): Promise<SigninPerson[]> {
  const which = or(
    ...choice.people.map((one) => and(eq(users.workspaceId, one.workspaceId), eq(users.id, one.userId))),
  );
  const people = await findSigninPeople(
    db,
    choice.people.map(({ workspaceId }) => workspaceId),
    which,
  );
  return people.filter(
    (person) =>
      !isClosedTo(person, choice.method) &&
      (person.passwordChangedAt === null || person.passwordChangedAt.getTime() <= choice.at),
  );
}

/**
 * Signs in to the chosen workspace, or leads to the second step.
 * @param workspaceId untrusted
 * @returns null when it is not among the offered ones, or the person may no longer sign in
 */
export async function chooseWorkspace(
  services: Services,
  choice: Choice,
  workspaceId: string,
  browser: Browser,
): Promise<((Entered | PendingFactor) & { returnTo: string }) | null> {
  const people = await peopleOfChoice(services, choice);
  const person = people.find((one) => one.workspaceId === workspaceId);
  const entered = person ? await enter(services, person, choice, browser).catch(nullIfClosed) : null;
  return entered && { ...entered, returnTo: returnPath(choice.returnTo) };
}

import { sessions } from "@/drizzle/schema/signin";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { hour, plus, second } from "@/server/kernel/time/clock";
import { confirmFactor } from "@/server/signin/factors/confirm-factor";
import { startFactor } from "@/server/signin/factors/start-factor";
import { codeAt, timeStepOf } from "@/server/signin/factors/totp";
import { confirmPasskey } from "@/server/signin/passkeys/confirm-passkey";
import { startPasskey } from "@/server/signin/passkeys/start-passkey";
import { fromBase32 } from "./base32";
import { TestPasskey } from "./test-passkey";

interface Person {
  workspaceId: string;
  userId: string;
}

/** The ctx of a session that began now. */
export async function freshCtx(services: Services, { workspaceId, userId }: Person): Promise<Ctx> {
  const sessionId = newId();
  const now = services.clock();
  await services.db.insert(sessions).values({
    ...{ workspaceId, id: sessionId, userId, method: "PASSWORD", createdAt: now, lastSeenAt: now },
    expiresAt: plus(now, hour),
  });
  return ctxOfSession(services, { workspaceId, userId }, sessionId);
}

export async function ctxOfSession(services: Services, person: Person, sessionId: string): Promise<Ctx> {
  const via = { type: "session", sessionId } as const;
  const actor = await loadActor(services.db, person.workspaceId, person.userId, via);
  if (!actor) throw new Error("cannot sign in");
  return ctxFor(services, actor, newRequestId());
}

/** An authenticator app on someone's phone. */
export class TestApp {
  constructor(
    readonly secret: Buffer,
    private readonly services: Services,
  ) {}

  /** What it shows now, or as many steps of 30 seconds later. */
  code(later = 0): string {
    return codeAt(this.secret, timeStepOf(this.services.clock()) + later);
  }
}

/** Half a minute: the app shows the next code. */
export const nextCodeMs = 30 * second;

/** Adds an authenticator app to the person, whose first code is used up. */
export async function addApp(services: Services, person: Person, given?: Ctx) {
  const ctx = given ?? (await freshCtx(services, person));
  const { id, secret } = await startFactor(ctx);
  const app = new TestApp(fromBase32(secret), services);
  const { recoveryCodes } = await confirmFactor(ctx, { id, name: "Phone", code: app.code() });
  return { ctx, id, app, recoveryCodes: recoveryCodes ?? [] };
}

/** Adds a passkey to the person. */
export async function addPasskey(services: Services, person: Person, given?: Ctx) {
  const ctx = given ?? (await freshCtx(services, person));
  const passkey = new TestPasskey(services.settings.appUrl);
  const made = passkey.create(await startPasskey(ctx));
  const { recoveryCodes } = await confirmPasskey(ctx, { name: "Laptop", ...made });
  return { ctx, passkey, recoveryCodes: recoveryCodes ?? [] };
}

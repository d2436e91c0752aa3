import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { recoveryCodes, secondFactors } from "@/drizzle/schema/second-factors";
import { sessions } from "@/drizzle/schema/signin";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { hour, minute, second } from "@/server/kernel/time/clock";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { fromBase32 } from "@/server/test/base32";
import { addApp, freshCtx, nextCodeMs, TestApp } from "@/server/test/factor-kit";
import { sendMails } from "@/server/test/mail-kit";
import {
  heldClock,
  mailbox,
  password,
  signinPerson,
  signinServices,
  someBrowser,
} from "@/server/test/signin-fixture";
import { deleteExpiredSignin } from "../delete-expired";
import { findSession } from "../find-session";
import { signInWithPassword } from "../sign-in-with-password";
import { confirmFactor } from "./confirm-factor";
import { endFactor, endFactorsByOperator } from "./end-factor";
import { listFactors } from "./list-factors";
import { renameFactor } from "./rename-factor";
import { renewRecoveryCodes } from "./renew-recovery-codes";
import { startFactor } from "./start-factor";
import { openFactorSecret } from "./store";
import { verifyFactor } from "./verify-factor";

const post = mailbox();
let services: Services;
const clock = heldClock();

beforeAll(async () => {
  services = await signinServices({ clock, mailer: post }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());
beforeEach(() => clock.set(new Date()));

const refusal = (code: string, key: string) => ({ code, more: { reason: { key } } });

async function mailed() {
  await sendMails(services);
  return post.sent.splice(0).map(({ to, subject }) => [to, subject]);
}

const actionsOf = async ({ workspaceId }: { workspaceId: string }) => {
  const lines = await services.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspaceId), eq(auditEvents.resourceType, "second_factor")))
    .orderBy(auditEvents.id);
  return lines.map(({ action }) => action);
};

describe("adding an app", () => {
  it("counts once its code is typed; ten recovery codes come with the first", async () => {
    const person = await signinPerson(services);
    const ctx = await freshCtx(services, person);
    const { id, secret } = await startFactor(ctx);
    const signIn = () => signInWithPassword(services, { email: person.email, password }, someBrowser());
    expect(await signIn()).toMatchObject({ ok: true });
    expect((await listFactors(ctx)).factors).toEqual([]);
    const app = new TestApp(fromBase32(secret), services);
    const { recoveryCodes: codes } = await confirmFactor(ctx, { id, name: "Phone", code: app.code() });
    expect(codes).toHaveLength(10);
    for (const code of codes ?? []) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(new Set(codes).size).toBe(10);
    expect(await signIn()).toMatchObject({ ok: false, reason: "factor" });
    expect(await listFactors(ctx)).toMatchObject({
      factors: [{ id: encodeId("factor", id), kind: "APP", name: "Phone" }],
      ...{ recoveryCodesLeft: 10, needed: null },
    });
    expect(await mailed()).toEqual([[person.email, "Two-step sign-in: an authenticator app was added"]]);
    const second = await addApp(services, person, ctx);
    expect(second.recoveryCodes).toEqual([]);
    expect(await actionsOf(person)).toEqual(["second_factor.create", "second_factor.create"]);
  });

  it("400 for a wrong code; 404 for another's app, an unknown one and one that waited an hour", async () => {
    const person = await signinPerson(services);
    const ctx = await freshCtx(services, person);
    const other = await freshCtx(services, await signinPerson(services));
    const { id, secret } = await startFactor(ctx);
    const app = new TestApp(fromBase32(secret), services);
    const name = "Phone";
    await expect(confirmFactor(ctx, { id, name, code: "000000" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      more: { details: { fields: [{ path: "code" }] } },
    });
    await expect(confirmFactor(other, { id, name, code: app.code() })).rejects.toMatchObject(
      refusal("RESOURCE_NOT_FOUND", "factorMissing"),
    );
    clock.pass(hour + second);
    const later = await freshCtx(services, person);
    await expect(confirmFactor(later, { id, name, code: app.code() })).rejects.toMatchObject(
      refusal("RESOURCE_NOT_FOUND", "factorMissing"),
    );
    expect((await listFactors(later)).factors).toEqual([]);
  });

  it("once, however often it is sent at once", async () => {
    const person = await signinPerson(services);
    const ctx = await freshCtx(services, person);
    const { id, secret } = await startFactor(ctx);
    const code = new TestApp(fromBase32(secret), services).code();
    const sent = await Promise.allSettled(
      Array.from({ length: 5 }, () => confirmFactor(ctx, { id, name: "Phone", code })),
    );
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listFactors(ctx)).recoveryCodesLeft).toBe(10);
  });

  it("ends the person's other sessions without a factor, and keeps this one", async () => {
    const person = await signinPerson(services);
    const elsewhere = await signInWithPassword(services, { email: person.email, password }, someBrowser());
    if (!elsewhere.ok) throw new Error(elsewhere.reason);
    const ofConnection = await freshCtx(services, person);
    if (ofConnection.actor.via.type !== "session") throw new Error("no session");
    await services.db
      .update(sessions)
      .set({ method: "CONNECTION" })
      .where(eq(sessions.id, ofConnection.actor.via.sessionId));
    const { ctx } = await addApp(services, person);
    expect(await findSession(services, elsewhere.session)).toBeNull();
    for (const kept of [ctx, ofConnection]) {
      if (kept.actor.via.type !== "session") throw new Error("no session");
      const { sessionId } = kept.actor.via;
      expect(await findSession(services, { workspaceId: person.workspaceId, sessionId })).not.toBeNull();
    }
  });

  it("409 for the eleventh", async () => {
    const person = await signinPerson(services);
    const { ctx } = await addApp(services, person);
    for (let at = 1; at < 10; at++) await addApp(services, person, ctx);
    await expect(startFactor(ctx)).rejects.toMatchObject(refusal("CONFLICT", "factorCount"));
  });

  it("keeps its secret sealed, bound to its row, and lists it to no one", async () => {
    const person = await signinPerson(services);
    const { ctx, app, id } = await addApp(services, person);
    const [row] = await services.db.select().from(secondFactors).where(eq(secondFactors.id, id));
    if (!row?.secret) throw new Error("no row");
    expect(row.secret.includes(app.secret)).toBe(false);
    expect(openFactorSecret(services, row)).toEqual(app.secret);
    expect(openFactorSecret(services, { ...row, id: person.userId })).toBeNull();
    expect(JSON.stringify(await listFactors(ctx))).not.toContain("secret");
    const codes = await services.db
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, person.userId));
    expect(codes.every(({ hash }) => hash.length === 32)).toBe(true);
  });
});

describe("a recent proof", () => {
  it("403 without a factor after ten minutes, until they sign in again", async () => {
    const person = await signinPerson(services);
    const ctx = await freshCtx(services, person);
    clock.pass(10 * minute + second);
    expect((await listFactors(ctx)).needed).toBe("SIGN_IN");
    await expect(startFactor(ctx)).rejects.toMatchObject(refusal("FORBIDDEN", "signInOld"));
    await expect(startFactor(await freshCtx(services, person))).resolves.toMatchObject({});
  });

  it("403 with a factor after ten minutes, also in a new session, until a code is typed", async () => {
    const person = await signinPerson(services);
    const { ctx, id, app, recoveryCodes: codes } = await addApp(services, person);
    clock.pass(10 * minute + second);
    expect((await listFactors(ctx)).needed).toBe("FACTOR");
    const old = refusal("FORBIDDEN", "factorProofOld");
    for (const stale of [ctx, await freshCtx(services, person)]) {
      await expect(startFactor(stale)).rejects.toMatchObject(old);
      await expect(endFactor(stale, id)).rejects.toMatchObject(old);
      await expect(renewRecoveryCodes(stale)).rejects.toMatchObject(old);
    }
    await expect(verifyFactor(ctx, "000000")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await verifyFactor(ctx, app.code());
    expect((await listFactors(ctx)).needed).toBeNull();
    await expect(verifyFactor(ctx, app.code())).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    clock.pass(10 * minute + second);
    await verifyFactor(ctx, codes[0] ?? "");
    await expect(verifyFactor(ctx, codes[0] ?? "")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect((await renewRecoveryCodes(ctx)).recoveryCodes).toHaveLength(10);
  });

  it("429 after five wrong codes", async () => {
    const person = await signinPerson(services);
    const { ctx, app } = await addApp(services, person);
    clock.pass(nextCodeMs);
    for (let at = 0; at < 5; at++)
      await expect(verifyFactor(ctx, "000000")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(verifyFactor(ctx, app.code())).rejects.toMatchObject(refusal("RATE_LIMITED", "codesOften"));
  });

  it("the same code at once proves once", async () => {
    const person = await signinPerson(services);
    const { ctx, app } = await addApp(services, person);
    clock.pass(nextCodeMs);
    const code = app.code();
    const sent = await Promise.allSettled(Array.from({ length: 4 }, () => verifyFactor(ctx, code)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("ending and renaming", () => {
  it("the last one ends its recovery codes, too, and is mailed; signing in takes one step then", async () => {
    const person = await signinPerson(services);
    const first = await addApp(services, person);
    const other = await addApp(services, person, first.ctx);
    await mailed();
    await renameFactor(first.ctx, { id: other.id, name: "Tablet" });
    await endFactor(first.ctx, first.id);
    expect(await listFactors(first.ctx)).toMatchObject({
      factors: [{ name: "Tablet" }],
      recoveryCodesLeft: 10,
    });
    await endFactor(first.ctx, other.id);
    expect(await listFactors(first.ctx)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    const subject = "Two-step sign-in: an authenticator app was removed";
    expect(await mailed()).toEqual([
      [person.email, subject],
      [person.email, subject],
    ]);
    expect((await actionsOf(person)).slice(2)).toEqual([
      ...["second_factor.update", "second_factor.delete", "second_factor.delete"],
    ]);
    expect(
      await signInWithPassword(services, { email: person.email, password }, someBrowser()),
    ).toMatchObject({ ok: true });
  });

  it("404 for another person's", async () => {
    const { id } = await addApp(services, await signinPerson(services));
    const { ctx } = await addApp(services, await signinPerson(services));
    const missing = refusal("RESOURCE_NOT_FOUND", "factorMissing");
    await expect(endFactor(ctx, id)).rejects.toMatchObject(missing);
    await expect(renameFactor(ctx, { id, name: "x" })).rejects.toMatchObject(missing);
  });

  it("409 new recovery codes without a factor", async () => {
    const ctx = await freshCtx(services, await signinPerson(services));
    await expect(renewRecoveryCodes(ctx)).rejects.toMatchObject(refusal("CONFLICT", "factorNone"));
  });

  it("new recovery codes replace the former ones", async () => {
    const person = await signinPerson(services);
    const { ctx, recoveryCodes: former } = await addApp(services, person);
    const { recoveryCodes: codes } = await renewRecoveryCodes(ctx);
    await expect(verifyFactor(ctx, former[0] ?? "")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await verifyFactor(ctx, codes[0] ?? "");
    expect((await listFactors(ctx)).recoveryCodesLeft).toBe(9);
  });

  it("the operator ends all of a person's, which is mailed and in the audit log", async () => {
    const person = await signinPerson(services);
    const { ctx } = await addApp(services, person);
    await addApp(services, person, ctx);
    await mailed();
    const operator = await loadOperator(services, person.workspaceId);
    expect(await endFactorsByOperator(operator, person.userId)).toBe(2);
    expect(await endFactorsByOperator(operator, person.userId)).toBe(0);
    expect(await listFactors(ctx)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect(await mailed()).toEqual([[person.email, "Two-step sign-in was turned off for you"]]);
    expect((await actionsOf(person)).slice(2)).toEqual(["second_factor.delete", "second_factor.delete"]);
  });
});

it("an app that was never confirmed is deleted after a week; one that counts stays", async () => {
  const person = await signinPerson(services);
  const { ctx, id } = await addApp(services, person);
  await startFactor(ctx);
  clock.pass(8 * 24 * hour);
  await deleteExpiredSignin(services);
  const rows = await services.db.select().from(secondFactors).where(eq(secondFactors.userId, person.userId));
  expect(rows.map((row) => row.id)).toEqual([id]);
});

it("403 for a key and the operator: factors belong to people", async () => {
  const { workspaceId } = await signinPerson(services);
  const operator = await loadOperator(services, workspaceId);
  await expect(Promise.resolve().then(() => listFactors(operator))).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(Promise.resolve().then(() => startFactor(operator))).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
});

afterAll(() => services.close());

test("every user gets every mail by default, and a change leaves other users' preferences alone", async () => {
  const { user, approver } = workspace.people;
  const [own, other] = [await signedInCaller(services, user), await signedInCaller(services, approver)];
  const mails = { requests: true, reminders: true, changes: true, language: null };
  const all = { ...mails, pushRequests: true, pushDecisions: true };
  expect(await own.mailPreferences.get()).toEqual(all);
  await own.mailPreferences.update({ reminders: false });
  await own.mailPreferences.update({ language: "pt" });
  await own.mailPreferences.update({ pushDecisions: false });
  const changed = { reminders: false, language: "pt", pushDecisions: false };
  expect(await own.mailPreferences.get()).toEqual({ ...all, ...changed });
  expect(await other.mailPreferences.get()).toEqual(all);
});

test("400 an unknown kind, and an unsupported language", async () => {
  const own = await signedInCaller(services, workspace.people.user);
  for (const wrong of [{ decisions: false }, { language: "it" }])
    await expect(own.mailPreferences.update(wrong as never)).rejects.toThrow();
});

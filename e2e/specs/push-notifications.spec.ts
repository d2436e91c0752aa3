import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { LoginPage } from "../pages/login.page";
import { RequestPage } from "../pages/request.page";
import { Shell } from "../pages/shell.page";
import { expectAccessible } from "../support/expect-accessible";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createPerson } from "../support/operator";

// Headless browsers reach no push service and refuse to show notifications: these two are stand-ins. The worker's registration is real.

/** What the user will answer, and whether the push service can be reached. */
async function standIn(page: Page, { answer = "granted", isReachable = true, hasPush = true } = {}) {
  await page.addInitScript(
    ({ answer, isReachable, hasPush }) => {
      const key = "stand-in-of-push";
      const read = () => JSON.parse(window.localStorage.getItem(key) ?? "{}");
      const write = (change: object) =>
        window.localStorage.setItem(key, JSON.stringify({ ...read(), ...change }));
      Object.defineProperty(Notification, "permission", { get: () => read().permission ?? "default" });
      Notification.requestPermission = async () => {
        write({ permission: answer });
        return answer as NotificationPermission;
      };
      if (!hasPush) Reflect.deleteProperty(window, "PushManager");
      else {
        const stored = () => {
          const { json } = read();
          return json
            ? {
                endpoint: json.endpoint,
                toJSON: () => json,
                unsubscribe: async () => {
                  write({ json: null });
                  return true;
                },
              }
            : null;
        };
        const base64url = (bytes: Uint8Array) =>
          btoa(String.fromCharCode(...bytes))
            .replaceAll("+", "-")
            .replaceAll("/", "_")
            .replaceAll("=", "");
        PushManager.prototype.getSubscription = async () => stored() as unknown as PushSubscription | null;
        PushManager.prototype.subscribe = async () => {
          if (!isReachable) throw new DOMException("push service error", "AbortError");
          const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
            "deriveBits",
          ]);
          const p256dh = base64url(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
          const auth = base64url(crypto.getRandomValues(new Uint8Array(16)));
          const endpoint = `https://127-0-0-1.push.example.com/${crypto.randomUUID()}`;
          write({ json: { endpoint, expirationTime: null, keys: { p256dh, auth } } });
          return stored() as unknown as PushSubscription;
        };
      }
    },
    { answer, isReachable, hasPush },
  );
}

const devicesOf = (page: Page) => page.getByRole("region", { name: "On my devices" });
const turnOn = (page: Page) => devicesOf(page).getByRole("button", { name: "Notify me on this device" });
const workers = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );

test("notifications are switched on by a click, tested, and end with the sign-out @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await standIn(page);
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/mail");
  await expect(turnOn(page)).toBeEnabled();
  expect(await workers(page)).toEqual([]);
  await turnOn(page).click();
  await expect(page.getByText("Notifications are on")).toBeVisible();
  const list = devicesOf(page).getByRole("table", { name: "Devices with notifications" });
  await expect(list.getByRole("row", { name: /This browser/ })).toBeVisible();
  expect(await workers(page)).toEqual(["/push/"]);
  await devicesOf(page).getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The test is on its way")).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(devicesOf(page).getByRole("button", { name: "Send a test" })).toBeVisible();
  await new Shell(page).chooseFromAccountMenu("Sign out");
  await expect(new LoginPage(page).heading).toBeVisible();
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/mail");
  await expect(turnOn(page)).toBeEnabled();
  await expect.poll(() => workers(page)).toEqual([]);
});

test("after a request this device is offered notifications, once", async ({ page, signIn, workspace }) => {
  await standIn(page);
  await createLeaveType(workspace, "Vacation");
  await signIn(await createPerson(workspace, "USER"));
  const offer = page.getByRole("note", { name: "Hear about it on this device?" });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
  await expect(offer).toBeHidden();
  const request = new RequestPage(page);
  const monday = comingMonday();
  await request.open();
  await request.from().fill(monday(4));
  await request.to().fill(monday(4));
  await request.submit().click();
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toBeHidden();
  // Whether the page asks is known once it has read the devices, if it does.
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(offer).toBeHidden();
});

test("a device is removed, and each kind is switched for all of them", async ({
  page,
  signIn,
  workspace,
}) => {
  await standIn(page);
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/mail");
  await turnOn(page).click();
  const remove = devicesOf(page).getByRole("button", { name: /^Remove/ });
  await remove.click();
  await expect(page.getByText("Device removed")).toBeVisible();
  await expect(remove).toBeHidden();
  await expect(turnOn(page)).toBeEnabled();
  const requests = devicesOf(page).getByRole("switch", { name: "Requests to decide, on my devices" });
  await requests.uncheck();
  await expect(page.getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(requests).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Requests to decide", exact: true })).toBeChecked();
});

test("what stands in the way is said: a refusal, no push service, no support", async ({
  page,
  browser,
  baseURL,
  signIn,
  workspace,
}) => {
  await standIn(page, { answer: "denied" });
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/mail");
  await turnOn(page).click();
  await expect(devicesOf(page).getByText("This browser blocks notifications")).toBeVisible();
  await expectAccessible(page);

  const state = await page.context().storageState();
  for (const [how, words] of [
    [{ isReachable: false }, "couldn't reach its push service"],
    [{ hasPush: false }, "Not possible in this browser"],
  ] as const) {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      storageState: { cookies: state.cookies, origins: [] },
    });
    const other = await context.newPage();
    await standIn(other, how);
    await other.goto("/dashboard/settings/mail");
    if ("isReachable" in how) await turnOn(other).click();
    await expect(devicesOf(other).getByText(words)).toBeVisible();
    await context.close();
  }
});

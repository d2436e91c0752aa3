import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CommandMenu } from "../pages/command-menu.dialog";
import { KeyPage } from "../pages/key.page";
import { KeysPage } from "../pages/keys.page";
import { LegacyKeysPage } from "../pages/legacy-keys.page";
import { LogsPage } from "../pages/logs.page";
import { NewKeyPage } from "../pages/new-key.page";
import { ReferencePage } from "../pages/reference.page";
import { SettingsPage } from "../pages/settings.page";
import { Shell } from "../pages/shell.page";
import { UsagePage } from "../pages/usage.page";
import { age } from "../support/age";
import type { Person } from "../support/demo";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import { keepPicture } from "../support/keep-picture";
import {
  createKey,
  createPerson,
  createWorkspace,
  importLegacyKey,
  type Workspace,
} from "../support/operator";

/** What a workspace holds: ids of keys in each condition, and a whole v1 key. */
type Made = {
  keyId: string;
  replacedId: string;
  revokedId: string;
  expiredId: string;
  legacyKey: string;
  requestId: string;
};
type Known = Made & { page: Page };
type State = { title: string; reach(known: Known): Promise<unknown> };

const openApi = "/dashboard/open-api";

/** Every state of every page, each reached as a person would. */
const states: State[] = [
  { title: "overview", reach: ({ page }) => page.goto(openApi) },
  {
    title: "account menu",
    reach: async ({ page }) => {
      await page.goto(openApi);
      await page.getByRole("button", { name: "Account menu" }).click();
    },
  },
  {
    title: "command menu",
    reach: async ({ page }) => {
      await page.goto(openApi);
      const menu = new CommandMenu(page);
      await menu.button().click();
      await expect(menu.option("Payroll sync")).toBeVisible();
    },
  },
  {
    title: "keyboard shortcuts",
    reach: async ({ page }) => {
      const settings = new SettingsPage(page);
      await settings.open();
      await settings.showShortcuts().click();
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    },
  },
  { title: "settings", reach: ({ page }) => new SettingsPage(page).open() },
  { title: "keys", reach: ({ page }) => new KeysPage(page).open() },
  {
    title: "keys, row menu",
    reach: async ({ page }) => {
      await new KeysPage(page).open();
      await page.getByRole("button", { name: "Actions for key Payroll sync" }).click();
    },
  },
  {
    title: "keys, all scopes of a key",
    reach: async ({ page }) => {
      await new KeysPage(page).open();
      await page
        .getByRole("button", { name: /and \d+ more/ })
        .first()
        .click();
    },
  },
  {
    title: "keys, rename",
    reach: async ({ page }) => {
      const keys = new KeysPage(page);
      await keys.open();
      await keys.chooseAction("Payroll sync", "Rename…");
    },
  },
  { title: "keys, filtered out", reach: ({ page }) => new KeysPage(page).open("?q=nothing") },
  { title: "keys, whole workspace", reach: ({ page }) => new KeysPage(page).open("?owner=workspace") },
  { title: "new key", reach: ({ page }) => new NewKeyPage(page).open() },
  {
    title: "new key, prefilled",
    reach: ({ page }) => new NewKeyPage(page).open("?name=X&scopes=leaves:write,users:act-on-behalf,nope"),
  },
  {
    title: "new key, errors",
    reach: async ({ page }) => {
      const form = new NewKeyPage(page);
      await form.open();
      await form.expires().selectOption("On a date…");
      await form.submit().click();
      await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
    },
  },
  {
    title: "new key, leaving",
    reach: async ({ page }) => {
      const form = new NewKeyPage(page);
      await form.open();
      await form.name().fill("X");
      await page.getByRole("link", { name: "Cancel" }).click();
    },
  },
  {
    title: "new key, saving",
    reach: async ({ page }) => {
      const form = new NewKeyPage(page);
      await form.open();
      const saving = await form.create("Shown once", ["Read departments"]);
      await expect(saving.dialog()).toBeVisible();
      await expect(page.getByText("Shown once").first()).toBeVisible();
    },
  },
  { title: "key", reach: ({ page, keyId }) => new KeyPage(page).open(keyId) },
  { title: "key, scopes", reach: ({ page, keyId }) => new KeyPage(page).open(keyId, "?tab=scopes") },
  { title: "key, settings", reach: ({ page, keyId }) => new KeyPage(page).open(keyId, "?tab=settings") },
  {
    title: "key, revoking",
    reach: async ({ page, keyId }) => {
      const key = new KeyPage(page);
      await key.open(keyId, "?tab=settings");
      await key.revoke().click();
      await expect(key.revoking("Payroll sync").evidence()).toBeVisible();
    },
  },
  { title: "key, being replaced", reach: ({ page, replacedId }) => new KeyPage(page).open(replacedId) },
  { title: "key, revoked", reach: ({ page, revokedId }) => new KeyPage(page).open(revokedId) },
  { title: "key, expired", reach: ({ page, expiredId }) => new KeyPage(page).open(expiredId) },
  {
    title: "key, renamed",
    reach: async ({ page, keyId }) => {
      await new KeyPage(page).open(keyId, "?tab=settings");
      await page.getByRole("button", { name: "Rename key" }).click();
      await expect(new Shell(page).notifications()).toContainText("renamed");
    },
  },
  { title: "keys, revoked", reach: ({ page }) => new KeysPage(page).open("?status=revoked") },
  { title: "key, not found", reach: ({ page }) => new KeyPage(page).open("nonsense") },
  { title: "legacy keys", reach: ({ page }) => new LegacyKeysPage(page).open() },
  {
    title: "legacy keys, deleting",
    reach: async ({ page, legacyKey }) => {
      const legacy = new LegacyKeysPage(page);
      await legacy.open();
      await legacy.delete(legacyKey).click();
      await expect(legacy.deleting(legacyKey).evidence()).toBeVisible();
    },
  },
  { title: "reference", reach: ({ page }) => new ReferencePage(page).open() },
  { title: "reference, operation", reach: ({ page }) => new ReferencePage(page).open("create-webhook") },
  { title: "reference, found", reach: ({ page }) => new ReferencePage(page).open("errors?q=webhook") },
  { title: "page not found", reach: ({ page }) => page.goto("/dashboard/nowhere") },
];

/** The same of the pages about requests. */
const requestStates: State[] = [
  {
    title: "key, logs",
    reach: ({ page, keyId }) => new KeyPage(page).open(keyId, "?tab=logs"),
  },
  { title: "logs", reach: ({ page }) => new LogsPage(page).open() },
  {
    title: "logs, as table",
    reach: async ({ page }) => {
      await new LogsPage(page).open("?range=7d&status=failed");
      await page.getByRole("button", { name: "Show requests over time as table" }).click();
    },
  },
  { title: "logs, custom time", reach: ({ page }) => new LogsPage(page).open("?range=custom&method=GET") },
  { title: "logs, filtered out", reach: ({ page }) => new LogsPage(page).open("?q=nothing&method=POST") },
  {
    title: "logs, details",
    reach: async ({ page, requestId }) => {
      const logs = new LogsPage(page);
      await logs.open(`?request=${requestId}&live=true`);
      await expect(logs.details()).toContainText("Refused");
    },
  },
  { title: "request", reach: ({ page, requestId }) => new LogsPage(page).open(`/${requestId}`) },
  { title: "request, not found", reach: ({ page }) => new LogsPage(page).open("/nonsense") },
  { title: "errors", reach: ({ page }) => page.goto(`${openApi}/errors`) },
  { title: "errors, of 30 days", reach: ({ page }) => page.goto(`${openApi}/errors?range=30d`) },
  { title: "errors, new ones", reach: ({ page }) => page.goto(`${openApi}/errors?new=visit`) },
  { title: "usage", reach: ({ page }) => new UsagePage(page).open() },
  {
    title: "usage, as table",
    reach: async ({ page }) => {
      const usage = new UsagePage(page);
      await usage.open();
      await usage.asTable("requests per day").click();
      await usage.asTable("latency").click();
    },
  },
];

/** States of a workspace in which there is nothing yet. */
const emptyStates: State[] = [
  { title: "overview, nothing yet", reach: ({ page }) => page.goto(openApi) },
  { title: "keys, nothing yet", reach: ({ page }) => new KeysPage(page).open() },
  { title: "logs, nothing yet", reach: ({ page }) => new LogsPage(page).open() },
  { title: "errors, none", reach: ({ page }) => page.goto(`${openApi}/errors`) },
  { title: "usage, none", reach: ({ page }) => new UsagePage(page).open() },
  { title: "legacy keys, none", reach: ({ page }) => new LegacyKeysPage(page).open() },
];

/** States of a person without rights in a workspace without the add-on. */
const refusedStates: State[] = [
  { title: "overview, no add-on", reach: ({ page }) => page.goto(openApi) },
  { title: "keys, no add-on", reach: ({ page }) => new KeysPage(page).open() },
  { title: "new key, no add-on", reach: ({ page }) => new NewKeyPage(page).open() },
  { title: "reference, no add-on", reach: ({ page }) => new ReferencePage(page).open() },
  { title: "legacy keys, not allowed", reach: ({ page }) => new LegacyKeysPage(page).open() },
];

type Check = (page: Page, title: string) => Promise<void>;

/** Reaches one state after the other, and checks each. */
async function visit(list: State[], known: Known, check: Check): Promise<void> {
  const { page } = known;
  for (const { title, reach } of list) {
    await test.step(title, async () => {
      await reach(known);
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await check(page, title);
      // The next state must not meet a form that asks before it is left.
      await page.goto("about:blank");
    });
  }
}

const nothing: Made = {
  keyId: "",
  replacedId: "",
  revokedId: "",
  expiredId: "",
  legacyKey: "",
  requestId: "",
};

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme} @phone`, () => {
    test.use({ colorScheme });

    const check: Check = async (page, title) => {
      await keepPicture(page, `${title} ${colorScheme}`);
      await expectAccessible(page);
    };

    test("no page has an accessibility fault in any state", async ({ page, request, signIn, workspace }) => {
      test.slow();
      page.on("dialog", (dialog) => dialog.accept());
      const made = await fill(workspace, request);
      await signIn(workspace.admin);
      await visit(states, { page, ...made }, check);
    });

    test("no page about requests has an accessibility fault in any state", async ({
      page,
      request,
      signIn,
      workspace,
    }) => {
      test.slow();
      const made = await fill(workspace, request);
      await signIn(workspace.admin);
      await visit(requestStates, { page, ...made }, check);
    });

    test("empty pages have no accessibility fault", async ({ page, signIn, workspace }) => {
      await signIn(workspace.admin);
      await visit(emptyStates, { page, ...nothing }, check);
    });

    test("pages that refuse have no accessibility fault", async ({ page, signIn }) => {
      await signIn(await createPerson(await createWorkspace("FREE"), "USER"));
      await visit(refusedStates, { page, ...nothing }, check);
    });
  });
}

test.describe("320 px @phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test.skip(({ isMobile }) => !isMobile, "A phone's width.");

  test("no page scrolls sideways in any state", async ({ page, request, signIn, workspace }) => {
    test.slow();
    page.on("dialog", (dialog) => dialog.accept());
    const made = await fill(workspace, request);
    await signIn(workspace.admin);
    await visit([...states, ...requestStates, ...emptyStates], { page, ...made }, async (_, title) => {
      await keepPicture(page, `320 ${title}`);
      await expectNoSidewaysScroll(page);
    });
  });
});

/** Keys in every condition, so that every badge and colour is on the page. */
async function fill(workspace: Workspace, request: APIRequestContext): Promise<Made> {
  const owner: Person = workspace.admin;
  const payroll = await createKey(owner, "Payroll sync");
  await age(payroll.id, { createdDaysAgo: 60, usedHoursAgo: 1, requests: 12_400 });
  const almost = await createKey(
    owner,
    "Analytics warehouse export with a name that needs two lines",
    "leaves:read",
  );
  await age(almost.id, { usedHoursAgo: 2, requests: 29_000 });
  const unused = await createKey(owner, "Holiday board", "holidays:read,locations:read");
  await age(unused.id, { createdDaysAgo: 45 });
  const ending = await createKey(owner, "Trial", "users:read,users:write");
  await age(ending.id, { usedHoursAgo: 30, expiresInDays: 5, requests: 25_500 });
  const ended = await createKey(owner, "Old trial", "users:read");
  await age(ended.id, { createdDaysAgo: 90, expiresInDays: -3 });
  const revoked = await createKey(owner, "Retired", "users:read");
  await age(revoked.id, { createdDaysAgo: 90, revoked: true });
  const successor = await createKey(owner, "Holiday board (new)", "holidays:read");
  await age(successor.id, { usedHoursAgo: 1, replaces: unused.id });
  return {
    keyId: payroll.id,
    replacedId: unused.id,
    revokedId: revoked.id,
    expiredId: ended.id,
    legacyKey: await importLegacyKey(workspace),
    requestId: await callAll(request, [payroll.plain, almost.plain]),
  };
}

/** Requests that end in every way that a caller can bring about. @returns the id of a refused one */
async function callAll(request: APIRequestContext, keys: string[]): Promise<string> {
  const paths = ["/v2/departments", "/v2/leaves", "/v2/labels?limit=x", "/v2/nowhere", "/v2/webhooks/none"];
  let refused = "";
  for (const key of keys)
    for (const path of paths) {
      const answer = await request.get(path, { headers: { authorization: `Bearer ${key}` } });
      if (answer.status() === 400) refused = answer.headers()["x-request-id"] ?? "";
    }
  const burst = { headers: { authorization: `Bearer ${keys[0]}` } };
  await Promise.all(Array.from({ length: 60 }, () => request.get("/v2/locations", burst)));
  return refused;
}

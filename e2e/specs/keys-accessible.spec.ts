import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CommandMenu } from "../pages/command-menu.dialog";
import { KeyPage } from "../pages/key.page";
import { KeysPage } from "../pages/keys.page";
import { LegacyKeysPage } from "../pages/legacy-keys.page";
import { NewKeyPage } from "../pages/new-key.page";
import { Shell } from "../pages/shell.page";
import { fillKeys, type Made } from "../support/keys-in-every-condition";
import { type State, visit } from "../support/visit-states";

type Known = Made & { page: Page };

/** Every state of every page that shows keys. */
const states: State<Known>[] = [
  { title: "overview", reach: ({ page }) => page.goto("/dashboard/open-api") },
  {
    title: "command menu",
    reach: async ({ page }) => {
      await page.goto("/dashboard/open-api");
      const menu = new CommandMenu(page);
      await menu.button().click();
      await expect(menu.option("Payroll sync")).toBeVisible();
    },
  },
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
];

test("no page of keys has an accessibility fault in any state @phone", async ({
  page,
  request,
  signIn,
  workspace,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  const made = await fillKeys(workspace, request);
  await signIn(workspace.admin);
  await visit(states, { page, ...made });
});

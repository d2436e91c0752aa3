import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { KeysPage } from "../pages/keys.page";
import { LegacyKeysPage } from "../pages/legacy-keys.page";
import { LogsPage } from "../pages/logs.page";
import { NewKeyPage } from "../pages/new-key.page";
import { ReferencePage } from "../pages/reference.page";
import { SettingsPage } from "../pages/settings.page";
import { UsagePage } from "../pages/usage.page";
import { expectAccessible } from "../support/expect-accessible";
import { createPerson, createWorkspace } from "../support/operator";
import { type State, visit } from "../support/visit-states";

type Known = { page: Page };

const openApi = "/dashboard/open-api";

/** States that need no data in the workspace. */
const states: State<Known>[] = [
  {
    title: "account menu",
    reach: async ({ page }) => {
      await page.goto(openApi);
      await page.getByRole("button", { name: "Account menu" }).click();
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
  {
    title: "settings, wrong password",
    reach: async ({ page }) => {
      const settings = new SettingsPage(page);
      await settings.open();
      await settings.currentPassword().fill("wrong");
      await settings.newPassword().fill("a brand new password");
      await settings.changePassword().click();
      await expect(settings.password()).toContainText("not your current password");
    },
  },
  { title: "reference", reach: ({ page }) => new ReferencePage(page).open() },
  { title: "reference, operation", reach: ({ page }) => new ReferencePage(page).open("create-webhook") },
  { title: "reference, found", reach: ({ page }) => new ReferencePage(page).open("errors?q=webhook") },
  { title: "page not found", reach: ({ page }) => page.goto("/dashboard/nowhere") },
];

/** States of an empty workspace. */
const emptyStates: State<Known>[] = [
  { title: "overview, nothing yet", reach: ({ page }) => page.goto(openApi) },
  { title: "keys, nothing yet", reach: ({ page }) => new KeysPage(page).open() },
  { title: "logs, nothing yet", reach: ({ page }) => new LogsPage(page).open() },
  { title: "errors, none", reach: ({ page }) => page.goto(`${openApi}/errors`) },
  { title: "usage, none", reach: ({ page }) => new UsagePage(page).open() },
  { title: "legacy keys, none", reach: ({ page }) => new LegacyKeysPage(page).open() },
];

/** States of a user without rights in a workspace without the add-on. */
const refusedStates: State<Known>[] = [
  { title: "overview, no add-on", reach: ({ page }) => page.goto(openApi) },
  { title: "keys, no add-on", reach: ({ page }) => new KeysPage(page).open() },
  { title: "new key, no add-on", reach: ({ page }) => new NewKeyPage(page).open() },
  { title: "reference, no add-on", reach: ({ page }) => new ReferencePage(page).open() },
  { title: "legacy keys, not allowed", reach: ({ page }) => new LegacyKeysPage(page).open() },
];

test("finds a text with too little contrast among many with enough, whatever the cause", async ({ page }) => {
  test.skip(Boolean(process.env.SCREENSHOTS), "nothing is looked at for pictures");
  const pale = "color: #bbb";
  const texts = (style: string) =>
    `${"<p>Well</p>".repeat(50)}<p ${style}>Pale</p>${"<p>Well</p>".repeat(50)}`;
  const faults = [
    texts(`style="${pale}"`),
    texts('style="background: #333"'),
    `<div style="opacity: 0.3">${texts("")}</div>${texts("")}`,
    `<p style="${pale}; display: none">Gone</p>${texts(`style="${pale}"`)}`,
    `<label>Name <input value="Pale" style="${pale}"></label>`,
  ];
  for (const body of faults) {
    await page.setContent(
      `<html lang="en"><title>Pale</title><main style="color: #222">${body}</main></html>`,
    );
    await expect(expectAccessible(page), body.slice(0, 60)).rejects.toThrow("color-contrast");
  }
});

test("finds a fault in one of many parts that are alike, and in a part that was without one before", async ({
  page,
}) => {
  test.skip(Boolean(process.env.SCREENSHOTS), "nothing is looked at for pictures");
  const row = (button: string) =>
    `<li><div><div><p>A name</p><p>A date</p></div><div>${button}</div></div></li>`;
  const named = '<button aria-label="Edit"><svg></svg></button>';
  const list = (last: string, label = "Name") =>
    `<form><p><span><label for="a">${label}</label></span><span><input id="a"></span></p></form><ul>${row(named).repeat(20)}${row(last)}${row(named)}</ul>`;
  const show = (body: string) =>
    page.setContent(`<html lang="en"><title>List</title><main>${body}</main></html>`);
  await show(list(named));
  await expectAccessible(page);
  await show(list(named).replaceAll("A date", "Another date"));
  await expectAccessible(page);
  const faults: [string, string][] = [
    [list('<button aria-label=" "><svg></svg></button>'), "button-name"],
    [list("<button></button>"), "button-name"],
    [list('<img src="a.png">'), "image-alt"],
    [list('<span role="button" aria-pressed="no">✎</span>'), "aria-valid-attr-value"],
    [list('<span aria-hidden="true"><button>✎</button></span>'), "aria-hidden-focus"],
    [list(named, ""), "label"],
  ];
  for (const [body, fault] of faults) {
    await show(body);
    await expect(expectAccessible(page), fault).rejects.toThrow(fault);
  }
});

test("no page has an accessibility fault in any state @phone", async ({ page, signIn, workspace }) => {
  test.slow();
  await signIn(workspace.admin);
  await visit(states, { page });
});

test("empty pages have no accessibility fault @phone", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await visit(emptyStates, { page });
});

test("pages that refuse access have no accessibility fault @phone", async ({ page, signIn }) => {
  await signIn(await createPerson(await createWorkspace("FREE"), "USER"));
  await visit(refusedStates, { page });
});

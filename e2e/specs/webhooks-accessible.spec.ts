import type { Page } from "@playwright/test";
import { NewWebhookPage } from "../pages/new-webhook.page";
import { WebhookPage } from "../pages/webhook.page";
import { WebhooksPage } from "../pages/webhooks.page";
import type { Receiver } from "../support/receiver";
import { type State, visit } from "../support/visit-states";
import { fillWebhooks, type WebhooksMade } from "../support/webhooks-in-every-condition";
import { expect, test } from "../webhook-fixtures";

type Known = WebhooksMade & { page: Page; receiver: Receiver };

const form = (page: Page) => new NewWebhookPage(page);
const webhook = (page: Page) => new WebhookPage(page);

/** Every state of every webhook page, each reached as a user would. */
const states: State<Known>[] = [
  { title: "overview with webhooks", reach: ({ page }) => page.goto("/dashboard/open-api") },
  { title: "webhooks", reach: ({ page }) => new WebhooksPage(page).open() },
  { title: "webhooks filtered out", reach: ({ page }) => new WebhooksPage(page).open("?q=nothing") },
  { title: "new webhook", reach: ({ page }) => form(page).open() },
  {
    title: "new webhook errors",
    reach: async ({ page }) => {
      await form(page).open();
      await form(page).description().fill("x".repeat(201));
      await form(page).submit().click();
      await expect(page.getByRole("alert", { name: "3 fields need attention" })).toBeVisible();
    },
  },
  {
    title: "new webhook sample",
    reach: async ({ page }) => {
      await form(page).open();
      await form(page).sample("leave.approved").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    title: "new webhook saving",
    reach: async ({ page, receiver }) => {
      receiver.status = 200;
      await form(page).open();
      const saving = await form(page).create(receiver.url, ["user.created"]);
      await expect(saving.dialog()).toBeVisible();
      // The page behind an open dialog has no roles.
      await expect(page.getByText("Test event: Delivered")).toBeAttached();
    },
  },
  {
    title: "new webhook test failed",
    reach: async ({ page, receiver }) => {
      receiver.status = 404;
      await form(page).open();
      await (await form(page).create(receiver.url, ["user.created"])).take();
      await expect(webhook(page).testResult()).toContainText("not delivered");
    },
  },
  { title: "deliveries", reach: ({ page, well }) => webhook(page).open(well) },
  {
    title: "deliveries live",
    reach: async ({ page, well }) => {
      await webhook(page).open(well);
      await webhook(page).live().check();
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    },
  },
  { title: "deliveries failing", reach: ({ page, failing }) => webhook(page).open(failing) },
  {
    title: "deliveries filtered out",
    reach: ({ page, well }) => webhook(page).open(well, "?status=cancelled&q=nothing"),
  },
  {
    title: "recover",
    reach: async ({ page, failing }) => {
      await webhook(page).open(failing);
      await webhook(page).recover().click();
      await expect(webhook(page).recovering()).toContainText("match");
      await webhook(page).recovering().getByRole("radio", { name: "Another time" }).check();
    },
  },
  {
    title: "delivery",
    reach: async ({ page, failing }) => {
      await webhook(page).open(failing);
      const [id = ""] = await webhook(page).ids();
      await webhook(page).open(failing, `/deliveries/${id}`);
      await expect(webhook(page).attempts().first()).toBeVisible();
    },
  },
  {
    title: "delivery beside the table",
    reach: async ({ page, failing }) => {
      await webhook(page).open(failing);
      const [id = ""] = await webhook(page).ids();
      await webhook(page).open(failing, `?delivery=${id}`);
      await expect(webhook(page).attempts().first()).toBeVisible();
    },
  },
  { title: "auto-paused", reach: ({ page, autoPaused }) => webhook(page).open(autoPaused) },
  { title: "settings", reach: ({ page, well }) => webhook(page).open(well, "?tab=settings") },
  {
    title: "settings deleting",
    reach: async ({ page, well, receiver }) => {
      await webhook(page).open(well, "?tab=settings");
      await webhook(page).delete().click();
      await expect(webhook(page).deleting(receiver.host).evidence()).toBeVisible();
    },
  },
  {
    title: "settings resuming",
    reach: async ({ page, autoPaused }) => {
      await webhook(page).open(autoPaused, "?tab=settings");
      await webhook(page).resume().click();
      await expect(webhook(page).missed()).toBeVisible();
    },
  },
  {
    title: "secret",
    reach: ({ page, well }) => webhook(page).open(well, "?tab=secret"),
  },
  {
    title: "secret rotating",
    reach: async ({ page, well }) => {
      await webhook(page).open(well, "?tab=secret");
      await webhook(page).rotate().click();
      await webhook(page).rotating().getByRole("radio", { name: "Expire the old one now" }).check();
    },
  },
  { title: "secret in an overlap", reach: ({ page, failing }) => webhook(page).open(failing, "?tab=secret") },
  { title: "webhook revoked", reach: ({ page, revoked }) => webhook(page).open(revoked) },
  { title: "webhook not found", reach: ({ page }) => webhook(page).open("nonsense") },
];

const emptyStates: State<Known>[] = [
  { title: "webhooks none", reach: ({ page }) => new WebhooksPage(page).open() },
];

test("no webhook page has an accessibility fault in any state @phone", async ({
  page,
  receiver,
  signIn,
  workspace,
}) => {
  test.slow();
  page.on("dialog", (dialog) => dialog.accept());
  const known = { page, receiver };
  await signIn(workspace.admin);
  const none = { well: "", failing: "", autoPaused: "", revoked: "" };
  await visit(emptyStates, { ...known, ...none });
  await visit(states, { ...known, ...(await fillWebhooks(workspace, receiver)) });
});

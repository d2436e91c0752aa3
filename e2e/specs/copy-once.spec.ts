import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures";
import { NewKeyPage } from "../pages/new-key.page";
import { demoPerson } from "../support/demo";

test.beforeEach(async ({ signIn, page }) => {
  await signIn(demoPerson("ADMIN"));
  await new NewKeyPage(page).open();
});

test("the dialog with a new key cannot be closed before the key is stored", async ({ page }) => {
  const saving = await new NewKeyPage(page).create("Copy once", ["Read departments"]);
  await expect(saving.dialog()).toBeVisible();
  await expect(saving.key()).toBeFocused();
  await expect(saving.done()).toHaveAttribute("aria-disabled", "true");
  await expect(saving.done()).toHaveAccessibleDescription(
    "Copy or download the key, or confirm that you have stored it.",
  );
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 500);
  await saving.done().click({ force: true });
  await expect(saving.dialog()).toBeVisible();

  await saving.stored().check();
  await expect(saving.done()).not.toHaveAttribute("aria-disabled");
  await saving.stored().uncheck();
  await expect(saving.done()).toHaveAttribute("aria-disabled", "true");
});

test("a key can be copied, and is gone after closing and reloading", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const saving = await new NewKeyPage(page).create("Copied", ["Read departments"]);
  const key = await saving.key().inputValue();
  await saving.copy().click();
  await expect(saving.dialog().getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.keyboard.press("Escape");
  await expect(saving.dialog()).toBeHidden();

  await expect(page.getByRole("heading", { level: 1, name: "Copied" })).toBeFocused();
  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
    ]),
  );
  expect(kept).not.toContain(key);
  const reloaded = await page.reload();
  expect(await reloaded?.text()).not.toContain(key);
  await expect(saving.dialog()).toBeHidden();
});

test("a key can be downloaded with the base URL", async ({ page, baseURL }) => {
  const saving = await new NewKeyPage(page).create("Down load: 1", ["Read departments"]);
  const key = await saving.key().inputValue();
  const coming = page.waitForEvent("download");
  await saving.download().click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("timeaway-down-load-1.env");
  const content = await readFile(await download.path(), "utf8");
  expect(content).toBe(`TIMEAWAY_API_KEY=${key}\nTIMEAWAY_BASE_URL=${baseURL}\n`);
  await saving.done().click();
  await expect(saving.dialog()).toBeHidden();
});

test("leaving the page with an unstored key shows a warning", async ({ page }) => {
  const saving = await new NewKeyPage(page).create("Not stored", ["Read departments"]);
  await expect(saving.dialog()).toBeVisible();
  const warned = page.waitForEvent("dialog");
  // Not page.reload: it would wait for the navigation that is about to be cancelled.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const warning = await warned;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  await expect(saving.dialog()).toBeVisible();
  await saving.take();
});

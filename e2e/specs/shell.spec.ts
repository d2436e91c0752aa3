import { expect, test } from "../fixtures";
import { CommandMenu } from "../pages/command-menu.dialog";
import { Shell } from "../pages/shell.page";

test("every page has the same frame", async ({ page, signIn, workspace }) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api/errors");
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link "Timeaway"
      - navigation "Main":
        - list:
          - listitem:
            - link "Settings"
          - listitem:
            - link "Open API"
      - button "Open command menu"
      - button "Account menu"
    - main:
      - navigation "Open API":
        - list:
          - listitem:
            - link "Overview"
          - listitem:
            - link "API keys"
          - listitem:
            - link "Webhooks"
      - navigation "Breadcrumb":
        - list:
          - listitem:
            - link "Open API"
      - heading "Errors" [level=1]
      - navigation "Time"
    - region "Notifications"
  `);
  await expect(new Shell(page).openApi().locator("[aria-current=page]")).toHaveText("Errors");
});

test("the command menu is a dialog with a field and groups of commands", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/open-api");
  const menu = new CommandMenu(page);
  await menu.button().click();
  await expect(menu.dialog()).toMatchAriaSnapshot(`
    - dialog "Command menu":
      - combobox "Search actions, pages, keys, people and the reference"
      - button "Close command menu"
      - listbox "Command menu":
        - group "Actions":
          - option "Create API key"
          - option "Add webhook"
          - option "Create notification"
          - 'option "Theme: System"'
          - 'option "Theme: Light"'
          - 'option "Theme: Dark"'
          - option "Keyboard shortcuts"
          - option "Sign out"
        - group "Pages":
          - option "Overview"
  `);
});

test("404 a missing page says so in the frame, with its request id and a way back", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  const answer = await page.goto("/dashboard/nowhere/at/all");
  expect(answer?.status()).toBe(404);
  await expect(new Shell(page).title()).toHaveText("Page not found");
  await expect(page.getByRole("button", { name: "Copy request ID" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Today" }).click();
  await expect(new Shell(page).title()).toHaveText("Today");
});

test("404 the address of Next's image optimizer, which no page uses", async ({ request }) => {
  for (const url of ["%2Ficon.svg", "%2Fnowhere.png", "http%3A%2F%2F127.0.0.1%2Fx.png"])
    expect((await request.get(`/_next/image?url=${url}&w=64&q=75`)).status()).toBe(404);
});

test.describe("@phone", () => {
  test.skip(({ isMobile }) => !isMobile, "A phone's navigation.");

  test("the sub-navigation is a bar that scrolls, with the current page in view", async ({
    page,
    signIn,
    workspace,
  }) => {
    await signIn(workspace.admin);
    await page.goto("/dashboard/open-api/legacy");
    const current = new Shell(page).openApi().locator("[aria-current=page]");
    await expect(current).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "More" }).click();
    const dialog = page.getByRole("dialog", { name: "Navigation" });
    await dialog.getByRole("link", { name: "Settings" }).click();
    await expect(dialog).toBeHidden();
    await expect(new Shell(page).title()).toHaveText("Settings");
    await expect(new Shell(page).title()).toBeFocused();
  });
});

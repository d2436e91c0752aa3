import { expect, test } from "../fixtures";

test("the sign-in page answers", { tag: "@phone" }, async ({ loginPage }) => {
  await loginPage.open();
  await expect(loginPage.heading).toBeVisible();
  await expect(loginPage.email).toBeEditable();
  await expect(loginPage.next).toBeEnabled();
});

import { expect, test } from "../fixtures";
import { ReferencePage } from "../pages/reference.page";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import { keepPicture } from "../support/keep-picture";

const kinds = [
  "",
  "errors",
  "webhooks",
  "oauth",
  "v1-to-v2",
  "list-leaves",
  "create-notification",
  "import-users",
  "v1-list-users",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme} @phone`, () => {
    test.use({ colorScheme });

    test("no page has an accessibility fault", async ({ page, signIn, workspace }) => {
      test.slow();
      await signIn(workspace.admin);
      const reference = new ReferencePage(page);
      for (const slug of kinds) {
        await reference.open(slug);
        await keepPicture(page, `reference ${slug || "front"} ${colorScheme}`);
        await expectAccessible(page);
      }
      await reference.open("list-users");
      const closed = page.getByRole("button", { name: /^Show fields of/ });
      while ((await closed.count()) > 0) await closed.first().click();
      await reference.send().click();
      await expect(reference.answerBody()).toContainText("UNAUTHORIZED");
      await keepPicture(page, `reference tried ${colorScheme}`);
      await expectAccessible(page);
      await reference.open("?q=leave");
      await keepPicture(page, `reference search ${colorScheme}`);
      await expectAccessible(page);
    });
  });
}

test.describe("320 px @phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test.skip(({ isMobile }) => !isMobile, "A phone's width.");

  test("no page scrolls sideways", async ({ page, signIn, workspace }) => {
    await signIn(workspace.admin);
    const reference = new ReferencePage(page);
    for (const slug of kinds) {
      await reference.open(slug);
      await keepPicture(page, `three-twenty reference ${slug || "front"}`);
      await expectNoSidewaysScroll(page);
    }
  });
});

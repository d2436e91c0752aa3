import { expect, test } from "../fixtures";
import { ReferencePage } from "../pages/reference.page";
import { expectNoSidewaysScroll } from "../support/expect-accessible";
import { keepPicture } from "../support/keep-picture";
import { accessible } from "../support/visit-states";

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

test("no page has an accessibility fault @phone", async ({ page, signIn, workspace }) => {
  test.slow();
  await signIn(workspace.admin);
  const reference = new ReferencePage(page);
  for (const slug of kinds) {
    await reference.open(slug);
    await accessible(page, `reference ${slug || "front"}`);
  }
  await reference.open("list-users");
  const closed = page.getByRole("button", { name: /^Show fields of/ });
  while ((await closed.count()) > 0) await closed.first().click();
  await reference.send().click();
  await expect(reference.answerBody()).toContainText("UNAUTHORIZED");
  await accessible(page, "reference tried");
  await reference.open("?q=leave");
  await accessible(page, "reference search");
});

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

import { expect, test } from "../fixtures";
import { createLeaveType } from "../support/leave-api";

test("a leave type is named in other languages, and each reader sees their own", async ({
  page,
  signIn,
  workspace,
  baseURL,
}) => {
  const { id } = await createLeaveType(workspace, "Sabbatical");
  await createLeaveType(workspace, "Auszeit");
  await signIn(workspace.admin);
  await page.goto(`/dashboard/settings/leave-types/${id}`);
  const german = page.getByRole("textbox", { name: "Deutsch" });
  await expect(german).toBeHidden();
  const more = page.getByText("Names in other languages");
  await more.click();
  await expect(german).toHaveAttribute("placeholder", "Sabbatical");
  await german.fill("auszeit");
  // A fault opens what was closed meanwhile.
  await more.click();
  await expect(german).toBeHidden();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(german).toHaveAccessibleDescription(/already has this name in German/);
  await expect(german).toBeFocused();
  await german.fill("Freisemester");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Sabbatical" })).toBeVisible();

  await page.context().addCookies([{ name: "timeaway-language", value: "de", url: baseURL ?? "" }]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Freisemester" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Sabbatical");
  await page.goto("/dashboard/request");
  await expect(page.getByText("Freisemester").first()).toBeAttached();
  await expect(page.getByText("Sabbatical")).toHaveCount(0);
});

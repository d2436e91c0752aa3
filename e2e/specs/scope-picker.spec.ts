import { roles } from "@/drizzle/schema/values";
import { roleScopes, scopes } from "@/server/access/scopes";
import { expect, test } from "../fixtures";
import { NewKeyPage } from "../pages/new-key.page";
import { demoPerson } from "../support/demo";

const reaches = {
  ADMIN: "the whole workspace",
  LOCATION_ADMIN: "only locations you manage: Lisbon",
  APPROVER: "only departments you approve: ",
  USER: "only yourself",
};

for (const role of roles) {
  test(`${role}: the picker offers exactly the scopes of the role, and says why not the others`, async ({
    page,
    signIn,
  }) => {
    await signIn(demoPerson(role));
    const form = new NewKeyPage(page);
    await form.open();
    await expect(form.reach()).toContainText(`This key can access ${reaches[role]}`);
    await expect(form.scopes()).toHaveCount(scopes.length);
    const offered = await form.scopes().evaluateAll((boxes) =>
      boxes.map((box) => {
        const description = document.getElementById(box.getAttribute("aria-describedby") ?? "");
        return {
          scope: description?.querySelector("code")?.textContent ?? "",
          enabled: !(box as HTMLInputElement).disabled,
          why: /(?:(?:Approvers|Users without a role|Location admins) cannot|Only approvers and administrators can) .+\.$/.test(
            description?.textContent ?? "",
          ),
        };
      }),
    );
    const enabled = offered.filter((box) => box.enabled);
    expect(enabled.map((box) => box.scope).sort()).toEqual(
      // A USER cannot create notifications, so the scope is useless for their key.
      roleScopes[role].filter((scope) => role !== "USER" || scope !== "notifications:write").toSorted(),
    );
    expect(enabled.some((box) => box.why)).toBe(false);
    expect(offered.filter((box) => !box.enabled).every((box) => box.why)).toBe(true);
  });
}

test("presets tick the scopes that the role allows; changing a box makes the choice a custom one", async ({
  page,
  signIn,
}) => {
  await signIn(demoPerson("USER"));
  const form = new NewKeyPage(page);
  await form.open();
  await expect(form.preset("Custom")).toBeChecked();
  await form.preset("Leave calendar sync").check();
  const ticked = ["Read leaves", "Read leave types", "Read users", "Read holidays"];
  for (const name of ticked) await expect(form.scope(name)).toBeChecked();
  await expect(form.summary()).toContainText("leaves, users, holidays and leave types");
  await form.scope("Read users").uncheck();
  await expect(form.preset("Custom")).toBeChecked();
  await expect(form.preset("Notifications manager")).toBeDisabled();
});

test("the filter narrows the scopes, and the summary follows the choice", async ({ page, signIn }) => {
  await signIn(demoPerson("ADMIN"));
  const form = new NewKeyPage(page);
  await form.open();
  await form.filter().fill("departments:read");
  await expect(form.scopes()).toHaveCount(1);
  await form.scope("Read departments").check();
  await expect(form.summary()).toContainText("GET /v2/departments");
  await form.filter().fill("no such thing");
  await expect(form.scopes()).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await form.scope("Change leaves").check();
  await page.getByRole("button", { name: "Also add Read leaves" }).click();
  await expect(form.scope("Read leaves")).toBeChecked();
  await expect(page.getByRole("button", { name: "Also add Read leaves" })).toBeHidden();
  await form.scope("Act on behalf of others").check();
  await expect(form.summary()).toContainText("people you manage");
});

test("an incomplete form is rejected, with the first invalid field focused", async ({ page, signIn }) => {
  await signIn(demoPerson("ADMIN"));
  const form = new NewKeyPage(page);
  await form.open();
  await form.submit().click();
  await expect(form.name()).toBeFocused();
  await expect(form.name()).toHaveAccessibleDescription(/Give the key a name\./);
  await form.expires().selectOption("On a date…");
  await form.submit().click();
  const summary = page.getByRole("alert", { name: "3 fields need attention" });
  await summary.getByRole("link", { name: "Choose at least one scope." }).click();
  await expect(page.getByRole("group", { name: "Scopes" })).toBeFocused();
  await form.name().fill("Complete");
  await form.scope("Read labels").check();
  await page.getByLabel("Last day").fill("2001-01-01");
  await form.submit().click();
  await expect(page.getByLabel("Last day")).toHaveAccessibleDescription(/Choose today or a later day\./);
});

test("leaving a form with changes asks for confirmation", async ({ page, signIn }) => {
  await signIn(demoPerson("ADMIN"));
  const form = new NewKeyPage(page);
  await form.open();
  await form.name().fill("Half done");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(form.leaving()).toBeVisible();
  await form.leaving().getByRole("button", { name: "Keep editing" }).click();
  await expect(form.name()).toHaveValue("Half done");
  await page.getByRole("link", { name: "Cancel" }).click();
  await form.leaving().getByRole("button", { name: "Leave page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
});

test("a link can prefill the form, but not beyond the role and not without the button", async ({
  page,
  signIn,
}) => {
  await signIn(demoPerson("USER"));
  const form = new NewKeyPage(page);
  await form.open("?name=Holiday%20board&scopes=holidays:read,departments:read,notifications:write,nonsense");
  await expect(page.getByRole("note", { name: "This form was filled in by a link." })).toContainText(
    "Check every scope.",
  );
  await expect(page.getByRole("note", { name: /Left out/ })).toContainText(
    "departments:read, notifications:write, nonsense",
  );
  await expect(form.name()).toHaveValue("Holiday board");
  await expect(form.scope("Read holidays")).toBeChecked();
  await expect(form.scope("Read departments")).not.toBeChecked();
  await expect(form.submit()).toBeVisible();
});

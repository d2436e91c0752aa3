import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import { createLeaveType } from "../support/leave-api";

const rows = [
  "First name;Last name;Email;Role;Approves departments;Days a year;Days left today;Working pattern;Language",
  "Ana;Ilić;ana@example.test;;Main department;30;12,5;Mon-Thu, Fri half;German",
  "Boris;Kos;boris@example.test;;;27,5;-1;Mo Di Mi;",
  "Cara;Lind;cara@example.test;;;28;0;Mon, Tue, Wed 6h;",
  "Dan;Moe;dan@example.test;;;;3;Mon-Fri;English",
];

test("people bring their days a year, days left and working pattern; a second import of the same rows changes nothing @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await createLeaveType(workspace, "Training");
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/import");
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV template" }).click(),
  ]);
  expect(await readFile(await template.path(), "utf8")).toContain(
    "Leave type,Days a year,Days left today,Working pattern",
  );

  const paste = page.getByLabel("Paste rows from a spreadsheet");
  await paste.fill(rows.join("\n"));
  await expect(page.getByText("leave that you import afterwards is taken from it")).toBeVisible();
  // Several leave types have days a year: nothing is guessed.
  const check = page.getByRole("button", { name: "Check 4 rows" });
  await expect(check).toBeDisabled();
  await page.getByLabel("Which leave type are the days of?").selectOption({ label: "Vacation" });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await check.click();
  await expect(page.getByText("2 rows can be imported. 1 row has something wrong")).toBeVisible();
  // "Mon, Tue, Wed 6h" says two things: it is asked for, and no row is wrong for it.
  await expect(
    page.getByText("1 row waits for the answer above: what its working pattern means."),
  ).toBeVisible();
  const checked = page.getByRole("region", { name: "What would be imported" });
  await expect(checked).toContainText("1 person with their own days a year.");
  await expect(checked).toContainText("2 people with the days they have left.");
  await expect(checked).toContainText("1 person with their own working pattern.");
  const faults = page.getByRole("table", { name: "Rows with something wrong" });
  await expect(faults).toContainText(
    "Days left today “-1”: Must be at least 0: this leave type allows no balance below zero.",
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("heading", { name: "2 people added" })).toBeVisible();
  await expect(page.getByText("1 person with their own working pattern.")).toBeVisible();
  await expectAccessible(page);

  await page.goto("/dashboard/people");
  await page.getByRole("link", { name: "Ana Ilić" }).first().click();
  await expect(page.getByRole("region", { name: "Working pattern" })).toContainText("Fri");
  await expect(page.getByText("12.5 days left")).toBeVisible();

  await page.goto("/dashboard/settings/import");
  await paste.fill([rows[0], rows[1], rows[4]].join("\n"));
  await page.getByLabel("Which leave type are the days of?").selectOption({ label: "Vacation" });
  await page.getByRole("button", { name: "Check 2 rows" }).click();
  await expect(page.getByText("No row can be imported.")).toBeVisible();
  await expect(faults).toContainText("Another person already has this email address.");
  await expect(page.getByRole("button", { name: /^Import / })).toHaveCount(0);
});

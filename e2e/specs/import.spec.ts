import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import { createLeaveType } from "../support/leave-api";

test("people come out of a spreadsheet: columns by name, faults by row, a file to correct, the rest imported", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation");
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/import");
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill(
      [
        "Full name\tE-Mail\tHire date\tShoe size\tTeam",
        "Ana Ilić\tana@example.test\t01.03.2027\t38\tSupport",
        "Boris Kos\tboris@example.test\t31.12.2026\t44\tSupport",
        "Ana again\tana@example.test\t01.03.2027\t38\tField work",
        "No Address\t\t01.03.2027\t40\t",
      ].join("\n"),
    );
  await expect(page.getByLabel("First day")).toHaveValue("2");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check 4 rows" }).click();
  await expect(page.getByText("No row can be imported.")).toBeVisible();
  await expect(page.getByRole("note", { name: "2 departments aren't there yet" })).toContainText(
    "Support and Field work",
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add 2 departments" }).click();
  await expect(page.getByText("2 rows can be imported. 2 rows have something wrong")).toBeVisible();
  const faults = page.getByRole("table", { name: "Rows with something wrong" });
  await expect(faults.getByRole("row").filter({ hasText: "Ana again" })).toContainText(
    "Is the same as in line 2.",
  );
  await expectAccessible(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download these rows" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")[0]).toBe("\ufeffFull name,E-Mail,Hire date,Shoe size,Team,What's wrong");
  expect(text).toContain("No Address,,01.03.2027,40,,Email: Is required.");

  await page.getByRole("checkbox", { name: "Send invitations" }).check();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("heading", { name: "2 people added" })).toBeVisible();
  await expect(page.getByText("2 rows were left out.")).toBeVisible();
  await expect(page.getByText("The invitations are on their way.")).toBeVisible();
  await page.getByRole("link", { name: "Open people" }).click();
  await expect(page.getByRole("table", { name: "People" })).toContainText("Boris Kos");

  // What a column was taken for is remembered.
  await page.goto("/dashboard/settings/import");
  await page.getByRole("radio", { name: "Leave" }).check();
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill("Who,What,First day\nana@example.test,Vacation,1.3.2027");
  await expect(page.getByRole("button", { name: "Check 1 row" })).toBeDisabled();
  // By the name that the page itself has for it.
  await expect(page.getByLabel("First day")).toHaveValue("2");
  await page.getByLabel("Person's email").selectOption({ label: "Who" });
  await expect(page.getByText("First row: ana@example.test")).toBeVisible();

  // The same file twice adds its opening balances once.
  await page.getByRole("radio", { name: "Opening balances" }).check();
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill(
      "Person;Leave type;Days;Date\nana@example.test;Vacation;4,5;20.11.2026\nboris@example.test;Nothing;x;1.1.2026",
    );
  await page.getByRole("button", { name: "Check 2 rows" }).click();
  await expect(faults.getByRole("row").filter({ hasText: "boris@example.test" })).toContainText(
    "Days: Must be a number. Leave type: Must be an existing leave type.",
  );
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("heading", { name: "1 opening balance added" })).toBeVisible();
  await page.getByRole("button", { name: "Import more" }).click();
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill("Person;Leave type;Days;Date\nana@example.test;Vacation;4,5;20.11.2026");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await expect(faults).toContainText("Counts from: Already there, with 4.5 days.");
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(faults).toContainText("Line 2");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

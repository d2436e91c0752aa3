import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "../fixtures";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import { createLeaveType } from "../support/leave-api";

test("people are imported from a spreadsheet: columns by name, faults by row, a file to correct, the rest imported", async ({
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
  const columnAs = (title: string) => page.getByLabel(`Import “${title}” as`);
  await expect(columnAs("Hire date")).toHaveValue("startDate");
  await expect(page.getByRole("note", { name: "1 column isn't imported" })).toContainText("Shoe size");
  await expectAccessible(page);
  // The rows are checked as they are pasted, and departments are created with them unless this is unticked.
  const create = page.getByRole("checkbox", { name: "Create this department when importing" });
  await create.uncheck();
  await expect(page.getByText("No row can be imported.")).toBeVisible();
  // The second row of an address is not imported, so its department is not created either.
  await expect(page.getByRole("note", { name: "1 department isn't there yet" })).toContainText("Support");
  await expectAccessible(page);
  await create.check();
  await expect(page.getByRole("note", { name: "1 department will be created" })).not.toContainText(
    "Field work",
  );
  await expect(page.getByText("2 rows can be imported. 2 rows have something wrong")).toBeVisible();
  const faults = page.getByRole("table", { name: "Rows with something wrong" });
  await expect(faults.getByRole("row").filter({ hasText: "Ana again" })).toContainText(
    "E-Mail “ana@example.test”: Is the same as in line 2.",
  );
  await expectAccessible(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download these rows" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")[0]).toBe("\ufeffFull name,E-Mail,Hire date,Shoe size,Team,What's wrong");
  expect(text).toContain("No Address,,01.03.2027,40,,E-Mail: Fill this in.");

  // Nothing is skipped before the user has confirmed it.
  await expect(page.getByRole("button", { name: "Import 2 rows" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Leave out what's in this column" }).check();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("heading", { name: "2 people added" })).toBeVisible();
  await expect(page.getByText("2 rows were left out.")).toBeVisible();
  await expect(page.getByText("1 department created: Support.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create 2 links" })).toBeVisible();
  await page.getByRole("link", { name: "Open people" }).click();
  await expect(page.getByRole("table", { name: "People" })).toContainText("Boris Kos");

  // The mapping of a column is remembered.
  await page.goto("/dashboard/settings/import");
  await page.getByRole("radio", { name: "Leave" }).check();
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill("Who,What,First day\nana@example.test,Vacation,1.3.2027");
  await expect(page.getByRole("button", { name: "Check 1 row" })).toBeDisabled();
  // By the page's own name for the column.
  await expect(columnAs("First day")).toHaveValue("startDate");
  await columnAs("Who").selectOption({ label: "Person (email, employee ID or name)" });
  await expect(page.getByRole("note", { name: "2 columns are missing" })).toContainText("Leave type");

  // Importing the same file twice adds its opening balances once.
  await page.getByRole("radio", { name: "Opening balances" }).check();
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill(
      "Person;Leave type;Days;Date\nana@example.test;Vacation;4,5;20.11.2026\nboris@example.test;Nothing;x;1.1.2026",
    );
  await page.getByRole("button", { name: "Check 2 rows" }).click();
  await expect(faults.getByRole("row").filter({ hasText: "boris@example.test" })).toContainText(
    "Days “x”: Enter a number. Leave type “Nothing”: Must be an existing leave type.",
  );
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("heading", { name: "1 opening balance added" })).toBeVisible();
  await page.getByRole("button", { name: "Import more" }).click();
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill("Person;Leave type;Days;Date\nana@example.test;Vacation;4,5;20.11.2026");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await expect(faults).toContainText("Date “20.11.2026”: Already there, with 4.5 days.");
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(faults).toContainText("Line 2");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

/** In the format of German Excel: Windows-1252, semicolons. */
const windowsFile = (rows: readonly string[]) => ({
  name: "Mitarbeiter.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${rows.join("\r\n")}\r\n`, "latin1"),
});

test("a file of German Excel is read as it is; ambiguous dates need an answer; a broken file is reported @phone", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/import");
  const file = page.getByLabel("Choose a CSV or Excel file");
  await file.setInputFiles(
    windowsFile(["sep=;", "Vorname;Nachname;E-Mail;Eintrittsdatum", "Jürgen;Müßig;j@example.test;03/01/24"]),
  );
  await expect(page.getByRole("note", { name: "Mitarbeiter.csv" })).toContainText(
    "1 row, read as Windows-1252.",
  );
  await expect(page.getByRole("table", { name: "Columns" })).toContainText("Müßig");
  await expect(page.getByRole("button", { name: "Check 1 row" })).toBeDisabled();
  const order = page.getByRole("radiogroup", { name: "How are the dates written?" });
  await expect(order).toContainText("03/01/24 is 3 January 2024.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await order.getByRole("radio", { name: "Month, day, year" }).check();
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("heading", { name: "1 person added" })).toBeVisible();
  await page.goto("/dashboard/people");
  await expect(page.getByText("Jürgen Müßig").first()).toBeVisible();

  await page.goto("/dashboard/settings/import");
  await file.setInputFiles({
    name: "broken.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([...Buffer.from("Name\nJ"), 0xfc, 0x81]),
  });
  await expect(page.getByText("This file isn't text that can be read.")).toBeVisible();
  await expectAccessible(page);
});

test("leave keeps its status and its half days, and a template is downloaded", async ({
  page,
  signIn,
  workspace,
}) => {
  await createLeaveType(workspace, "Vacation", { shortestDuration: "HALF_DAY" });
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/import?what=leaves");
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Excel template" }).click(),
  ]);
  const { sheets } = await readXlsx(await readFile(await template.path()));
  expect(sheets[0]?.rows[0]).toContain("Half day at the start");
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill(
      [
        "Employee,Leave Type,From Date,To Date,Half Day,Half Day Date,Status,Total Leave Days",
        `${workspace.admin.email},Vacation,2027-03-08,2027-03-10,1,2027-03-10,Approved,2.5`,
        `${workspace.admin.email},Vacation,2027-03-15,2027-03-16,0,,Cancelled,2`,
        `${workspace.admin.email},Vacation,2027-03-17,2027-03-19,0,,Approved,2`,
      ].join("\n"),
    );
  await page.getByRole("button", { name: "Check 3 rows" }).click();
  await expect(page.getByRole("table", { name: "Rows with something wrong" })).toContainText(
    "Total Leave Days “2”: Counts as 3 days here, not as 2.",
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("heading", { name: "2 leaves added" })).toBeVisible();
});

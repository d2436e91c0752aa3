import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures";
import { expectAccessible } from "../support/expect-accessible";

test("people come out of a spreadsheet: columns by name, faults by row, a file to correct, the rest imported", async ({
  page,
  signIn,
  workspace,
}) => {
  await signIn(workspace.admin);
  await page.goto("/dashboard/settings/import");
  await page
    .getByLabel("Paste rows from a spreadsheet")
    .fill(
      [
        "Full name\tE-Mail\tHire date\tShoe size",
        "Ana Ilić\tana@example.test\t01.03.2027\t38",
        "Boris Kos\tboris@example.test\t31.12.2026\t44",
        "Ana again\tana@example.test\t01.03.2027\t38",
        "No Address\t\t01.03.2027\t40",
      ].join("\n"),
    );
  await expect(page.getByLabel("First day")).toHaveValue("2");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check 4 rows" }).click();
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
  expect(text.split("\r\n")[0]).toBe("\ufeffFull name,E-Mail,Hire date,Shoe size,What's wrong");
  expect(text).toContain("No Address,,01.03.2027,40,Email: Is required.");

  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("heading", { name: "2 people added" })).toBeVisible();
  await expect(page.getByText("2 rows were left out.")).toBeVisible();
  await page.getByRole("link", { name: "Open people" }).click();
  await expect(page.getByRole("table", { name: "People" })).toContainText("Boris Kos");

  // What a column was taken for is remembered.
  await page.goto("/dashboard/settings/import");
  await page.getByRole("radio", { name: "Leave" }).check();
  await page.getByLabel("Paste rows from a spreadsheet").fill("Who,What\nana@example.test,Vacation");
  await expect(page.getByRole("button", { name: "Check 1 row" })).toBeDisabled();
  await page.getByLabel("Person's email").selectOption({ label: "Who" });
  await expect(page.getByText("First row: ana@example.test")).toBeVisible();
});

import { expect, test } from "../fixtures";
import { signedInElsewhere } from "../support/another-browser";
import { callApi } from "../support/api";
import { comingMonday, createLeaveType } from "../support/leave-api";
import { createKey, createPerson } from "../support/operator";
import { accessible, narrow } from "../support/visit-states";

const monday = comingMonday();

test("HR asks for a certificate, the person hands it in as a photo, and HR sees it @phone", async ({
  page,
  signIn,
  workspace,
  browser,
}) => {
  const { id: leaveTypeId } = await createLeaveType(workspace, "Sick");
  const bo = await createPerson(workspace, "USER");
  const { plain } = await createKey(bo, "Own");
  const dates = { startDate: monday(0), endDate: monday(2) };
  const { id } = await callApi<{ id: string }>(plain, "POST", "/v2/leaves", { leaveTypeId, ...dates });

  await signIn(workspace.admin);
  await page.goto(`/dashboard/leaves/${id}`);
  const card = page.getByRole("region", { name: "Certificate" });
  await expect(card).toContainText("No certificate was asked for.");
  await card.getByRole("button", { name: "Ask for certificate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ask for certificate" }).click();
  await expect(card).toContainText("Due by");
  const due = await card.getByText(/^Due by/).innerText();
  await card.getByRole("button", { name: "Another day" }).click();
  await page.getByRole("alertdialog").getByLabel("Due by").fill(monday(20));
  await accessible(page, "certificate, the day moved");
  await page.getByRole("alertdialog").getByRole("button", { name: "Move the day" }).click();
  await expect(card.getByText(/^Due by/)).not.toHaveText(due);
  await accessible(page, "certificate, asked for");
  await narrow(page, "certificate, asked for");
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Certificates that are due" })).toContainText(bo.name);
  await accessible(page, "Today, a certificate due");
  await page.getByRole("link", { name: "All certificates" }).click();
  const certificates = page.getByRole("table", { name: "Certificates" });
  await expect(certificates.getByRole("row", { name: bo.name })).toContainText("Due");
  await accessible(page, "all certificates");
  await narrow(page, "all certificates");
  await page.getByLabel("Show").selectOption({ label: "Received" });
  await expect(page.getByText("No certificate matches")).toBeVisible();

  const own = await signedInElsewhere(browser, bo);
  await own.getByRole("region", { name: "Certificates to hand in" }).getByRole("link").click();
  await expect(own.getByRole("region", { name: "Certificate", exact: true })).toContainText(
    "Add it under Files",
  );
  await own.getByLabel("Choose files").setInputFiles({
    name: "Note.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n%%EOF\n"),
  });
  await expect(own.getByRole("region", { name: "Certificate", exact: true })).toContainText("added a file");
  await own.context().close();

  await page.goto(`/dashboard/leaves/${id}`);
  await expect(card).toContainText(`${bo.name} added a file`);
  await card.getByRole("button", { name: "Not received after all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Not received after all" }).click();
  await expect(card).toContainText("Due by");
  await card.getByRole("button", { name: "Mark as received" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as received" }).click();
  await expect(card).toContainText("marked it as received");
});

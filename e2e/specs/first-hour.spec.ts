import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures";
import { RequestPage } from "../pages/request.page";
import { type EmptyServer, startEmptyServer } from "../support/empty-server";
import { expectAccessible, expectNoSidewaysScroll } from "../support/expect-accessible";
import { comingMonday } from "../support/leave-api";

const departments = ["Engineering", "Sales", "Support", "Operations"];
const thisYear = new Date().getFullYear();
const partTimer = "Iva Lind";
const midYear = "Noah Frey";
const newcomer = "Fay Quiet";

/** Thirty people as a spreadsheet has them: four heads, and the others below them. */
function company(): string {
  const heads = ["Maja Kos", "Leo Brandt", partTimer, midYear];
  const rows = Array.from({ length: 30 }, (_, at) => {
    const name = at < 4 ? (heads[at] ?? "") : at === 4 ? newcomer : `Person ${at}`;
    const special =
      name === partTimer
        ? ["2019-03-01", "Mon-Thu", "22.4", "9.5"]
        : name === midYear
          ? [`${thisYear}-07-01`, "", "28", ""]
          : ["2015-02-01", "", "28", String(3 + (at % 10))];
    return [
      ...[name, `${name.toLowerCase().replace(" ", ".")}@example.test`, departments[at % 4]],
      ...[at < 4 ? "" : heads[at % 4], ...special],
    ].join("\t");
  });
  const titles = [
    ...["Name", "Email", "Department", "Manager"],
    ...["Start date", "Working pattern", "Days a year", "Days left today"],
  ];
  return [titles.join("\t"), ...rows].join("\n");
}

let server: EmptyServer;
// With its database, beside the server of the other tests.
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startEmptyServer();
});
test.afterAll(() => server.stop());

test("a company of 30 comes from the set-up link to its first request in at most 12 clicks and 10 fields, with right balances; an invited person begins on a phone", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const counted = { clicks: 0, fields: 0 };
  const click = async (target: Locator) => {
    counted.clicks += 1;
    await target.click();
  };
  const fill = async (field: Locator, text: string) => {
    counted.fields += 1;
    await field.fill(text);
  };

  await page.goto(server.setUpLink);
  // The country follows the browser, the time zone the country.
  await expect(page.getByLabel("Country")).toHaveValue("DE");
  await page.getByLabel("Country").selectOption({ label: "Portugal" });
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Lisbon");
  counted.fields += 1;
  await page.getByLabel("Country").selectOption({ label: "Germany" });
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  await expectAccessible(page);
  await fill(page.getByLabel("Company"), "Kovač & Lind");
  await fill(page.getByLabel("Your name"), "Ada Perić");
  await fill(page.getByLabel("Email"), "ada@example.test");
  await fill(page.getByLabel("Password", { exact: true }), "correct horse battery");
  await click(page.getByRole("button", { name: "Make workspace" }));

  await expect(page.getByText("Step 1 of 5: Your country")).toBeVisible();
  await expect(page.getByText(/^1\d public holidays this year and next$/)).toBeVisible();
  await expectAccessible(page);
  await fill(page.getByLabel("Working days a year"), "28");
  await click(page.getByRole("button", { name: "Add 5 leave types" }));

  await expect(page.getByText("Step 2 of 5: People")).toBeVisible();
  await fill(page.getByLabel("Paste rows from a spreadsheet"), company());
  await expect(page.getByText("30 rows can be imported. Nothing is wrong.")).toBeVisible();
  await expect(page.getByText("4 departments will be created")).toBeVisible();
  // No mail is set up: no invitation is promised.
  await expect(page.getByRole("checkbox", { name: "Send invitations" })).toHaveCount(0);
  await expectAccessible(page);
  await click(page.getByRole("button", { name: "Import 30 rows" }));
  await expect(page.getByRole("heading", { name: "30 people added" })).toBeVisible();
  await expect(page.getByText("on their way")).toHaveCount(0);
  await page.getByRole("button", { name: "Create 30 links" }).click();
  const link = await page.getByRole("textbox", { name: `Link for ${newcomer}` }).inputValue();
  await expectAccessible(page);

  // The days left and the managers came with the rows: only the request is left.
  await click(page.getByRole("link", { name: "Next: The first request" }));
  const request = new RequestPage(page);
  const day = comingMonday()(2);
  await fill(request.from(), day);
  await fill(request.to(), day);
  await expect(request.effect()).toContainText(/\d → \d+ days left/);
  await click(request.submit());
  await expect(page.getByRole("region", { name: "What happens next" })).toBeVisible();
  expect(counted.clicks).toBeLessThanOrEqual(12);
  expect(counted.fields).toBeLessThanOrEqual(10);

  await page.goto(new URL("/dashboard", server.setUpLink).href);
  await expect(page.getByText("5 of 5 steps done.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done, show Today" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");

  for (const [name, left] of [
    [partTimer, /9\.5 days left/],
    [midYear, /14 days left/],
    ["Person 29", /12 days left/],
  ] as const) {
    await page.goto(new URL(`/dashboard/people?q=${encodeURIComponent(name)}`, server.setUpLink).href);
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText(left).first()).toBeVisible();
  }

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "de-DE" });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Willkommen bei Kovač & Lind");
  await phone.getByLabel("Passwort", { exact: true }).fill("short");
  await phone.getByRole("button", { name: "Passwort festlegen" }).click();
  await expect(phone.getByText("Zu kurz: mindestens 12 Zeichen.")).toBeVisible();
  await phone.getByLabel("Passwort", { exact: true }).fill("a brand new password");
  await phone.getByRole("button", { name: "Passwort festlegen" }).click();
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Heute");
  const welcome = phone.getByRole("note", { name: `Willkommen, ${newcomer}` });
  await expect(welcome).toBeVisible();
  await expect(phone.getByRole("main")).not.toContainText(/API|Schlüssel/);
  await expectNoSidewaysScroll(phone);
  await welcome.getByRole("link", { name: "Abwesenheit beantragen" }).click();
  await expect(phone.getByLabel("Erster Tag")).toBeVisible();
  await context.close();
});

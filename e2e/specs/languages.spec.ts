import { expect, test } from "../fixtures";
import { callApi } from "../support/api";
import { englishOnly, saidOn } from "../support/english-words";
import { keepPicture } from "../support/keep-picture";
import { comingMonday, createLeaveType } from "../support/leave-api";

const settings = "/dashboard/settings";

/** Pages that people use every day; German has a walk over all pages. */
const everyday = [
  "/dashboard",
  "/dashboard/request",
  "/dashboard/approvals",
  "/dashboard/leaves",
  "/dashboard/balances",
  "/dashboard/wallchart",
  "/dashboard/people",
  "/dashboard/insights",
  "/dashboard/set-up/leave-types",
  "/dashboard/open-api",
  settings,
  ...["calendar-feeds", "mail", "stand-ins", "leave-rules", "leave-types", "locations", "holidays"].map(
    (page) => `${settings}/${page}`,
  ),
];

for (const [language, lang] of [
  ["es", "es"],
  ["fr", "fr"],
  ["pt", "pt-PT"],
] as const)
  test(`everyday pages are in the language ${language}, and fit a window of 320 px`, async ({
    page,
    signIn,
    workspace,
    baseURL,
  }) => {
    test.slow();
    const english = englishOnly(language);
    expect(english.length).toBeGreaterThan(500);
    const { key, id: leaveTypeId } = await createLeaveType(workspace, "RTT");
    const monday = comingMonday();
    await callApi(key, "POST", "/v2/leaves", { leaveTypeId, startDate: monday(0), endDate: monday(4) });
    await signIn(workspace.admin);
    await page.context().addCookies([{ name: "timeaway-language", value: language, url: baseURL ?? "" }]);
    await page.setViewportSize({ width: 320, height: 900 });
    for (const address of everyday)
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
        await keepPicture(page, `${language} ${address.replaceAll("/", " ")}`);
        const said = await saidOn(page);
        const left = english.filter((words) => said.includes(words));
        expect.soft(left, address).toEqual([]);
        const over = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect.soft(over, `${address} scrolls sideways by`).toBeLessThanOrEqual(0);
      });
  });

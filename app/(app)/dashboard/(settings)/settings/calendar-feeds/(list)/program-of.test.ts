import { describe, expect, it } from "vitest";
import { programOf } from "./feeds-table";

describe("the client of a calendar feed", () => {
  it.each([
    ["Google-Calendar-Importer", "Google Calendar"],
    ["Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)", "Outlook"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/90.0 Microsoft.Exchange/15.20", "Outlook"],
    ["iOS/17.5.1 (21F90) dataaccessd/1.0", "Apple Calendar"],
    ["macOS/14.5 (23F79) CalendarAgent/988.2.1", "Apple Calendar"],
    ["Mac OS X/10.15.7 (19H2) CalendarAgent/930.5.1", "Apple Calendar"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0", "Thunderbird"],
    ["ICSx5/2.2 (Ical4Android)", "ICSx⁵"],
  ])("%s is shown by name", (userAgent, name) => expect(programOf(userAgent)).toBe(name));

  it("is shown as its own text when unknown, truncated", () => {
    expect(programOf("curl/8.5.0")).toBe("curl/8.5.0");
    expect(programOf("😀".repeat(41))).toBe(`${"😀".repeat(40)}…`);
  });
});

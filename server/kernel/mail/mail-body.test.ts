import { createTransport } from "nodemailer";
import { expect, it } from "vitest";
import { mailBody } from "./mail-body";

const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/** The mail as sent, with everything fixed that otherwise varies between mails. */
async function sent(text: ReturnType<typeof mailBody>, html: ReturnType<typeof mailBody>): Promise<string> {
  const { message } = await transport.sendMail({
    ...{ from: "a@example.com", to: "b@example.com", subject: "Überblick", messageId: "<a@example.com>" },
    ...{ date: new Date(0), baseBoundary: "held", text, html },
  });
  return String(message);
}

it.each([
  "Short.\nPlain.\n",
  `A line that is as long as it may be: ${"x".repeat(39)}`,
  `A line that is longer than that: ${"x".repeat(44)}`,
  "Größe – an equals sign = and a dot\n.\n",
  "tab\tand bell\u0007",
  "休暇のお知らせ",
  "休暇休暇 abcd",
  "休暇休 abcd",
  "休暇休暇 abc",
  "@`[{ÄÖ",
  "",
])("mailBody does not change the sent mail: %j", async (content) => {
  expect(await sent(mailBody(content), mailBody(`${content}<p>`))).toBe(await sent(content, `${content}<p>`));
});

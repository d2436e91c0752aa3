import { expect, it } from "vitest";
import { checkPagePost } from "./check-page-post";

type Sent = { headers?: Record<string, string>; body?: BodyInit };
/** The boundary format of browsers; undici rejects shorter ones. */
const boundary = "----WebKitFormBoundary0123456789abcdef";
const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
const called = { "next-action": "4".repeat(42) };

const statusOf = async ({ headers = {}, body = "" }: Sent): Promise<number | null> => {
  const request = new Request("http://app.test/login", { method: "POST", headers, body });
  return (await checkPagePost(request))?.status ?? null;
};

const part = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const formOf = (...fields: [string, string][]) =>
  `${fields.map(([n, v]) => part(n, v)).join("")}--${boundary}--\r\n`;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

it.each([
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary=""',
  "multipart/form-data; boundary= ",
  "Multipart/Form-Data;Boundary=",
  `multipart/form-data; boundary=${"x".repeat(5000)}`,
])("400 for a form of type %j", async (type) => {
  expect(await statusOf({ headers: { "content-type": type }, body: formOf(["a", "b"]) })).toBe(400);
});

it.each([
  ["empty", ""],
  ["no form", "garbage"],
  ["cut off", formOf(["a", "b"]).slice(0, 70)],
  ["without names", `--${boundary}\r\n\r\nx\r\n--${boundary}--\r\n`],
])("400 for a form that is %s", async (_name, body) => {
  expect(await statusOf({ headers: multipart, body })).toBe(400);
});

it.each([
  ["no JSON", "{bad"],
  ["no object", "5"],
  ["without an id", "{}"],
  ["bound to nothing", '{"id":"x","bound":"$@1"}'],
  ["bound to another kind", '{"id":"x","bound":"$F1"}'],
])("400 for a form whose action is %s", async (_name, value) => {
  const body = formOf(["$ACTION_REF_1", ""], ["$ACTION_1:0", value]);
  expect(await statusOf({ headers: multipart, body })).toBe(400);
});

const wrong = [
  ["no JSON", "{{{"],
  ["empty", ""],
  ["no list", '{"a":1}'],
  ["a number", "5"],
  ["a reference to nothing", '["$5"]'],
  ["a map of nothing", '["$Q1"]'],
  ["an endless number", `["$n${"1".repeat(400)}"]`],
  ["something temporary", '["$T"]'],
  ["nested deeply", nested(5000)],
] as const;

it.each(wrong)("400 for a call whose arguments are %s", async (_name, root) => {
  expect(await statusOf({ headers: { ...called, "content-type": "text/plain" }, body: root })).toBe(400);
  expect(await statusOf({ headers: { ...called, ...multipart }, body: formOf(["0", root]) })).toBe(400);
  const bound = formOf(["$ACTION_1:0", '{"id":"x","bound":"$@1"}'], ["$ACTION_1:1", root]);
  expect(await statusOf({ headers: multipart, body: bound })).toBe(400);
});

it("413 above Next's maximum", async () => {
  const body = formOf(["a", "x".repeat(1024 * 1024)]);
  expect(await statusOf({ headers: multipart, body })).toBe(413);
  expect(await statusOf({ headers: { ...called, "content-type": "text/plain" }, body })).toBe(413);
});

it("403 for a form or call with an opaque origin", async () => {
  const origin = { origin: "null" };
  expect(await statusOf({ headers: { ...multipart, ...origin }, body: formOf(["a", "b"]) })).toBe(403);
  expect(
    await statusOf({ headers: { ...called, ...origin, "content-type": "text/plain" }, body: "[]" }),
  ).toBe(403);
});

it("200 for forms and calls of our own pages", async () => {
  const text = { ...called, "content-type": "text/plain;charset=UTF-8" };
  expect(await statusOf({ headers: text, body: '[{"key":"$$1","path":{}},"$undefined"]' })).toBeNull();
  const form = formOf(["1_email", "a@b.test"], ["0", '[{"email":""},"$K1"]']);
  expect(await statusOf({ headers: { ...called, ...multipart }, body: form })).toBeNull();
  const plain = formOf(
    ["$ACTION_REF_1", ""],
    ["$ACTION_1:0", '{"id":"x","bound":"$@1"}'],
    ["$ACTION_1:1", '[{"email":"$$100","problem":"$undefined"}]'],
    ["$ACTION_KEY", "k123"],
    ["email", "$5"],
  );
  expect(await statusOf({ headers: multipart, body: plain })).toBeNull();
});

it("200 for a request that is no action; its body stays unread", async () => {
  for (const type of [
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/mixed; boundary=b",
    "///",
  ]) {
    const request = new Request("http://app.test/", {
      method: "POST",
      headers: { "content-type": type },
      body: "%",
    });
    expect(await checkPagePost(request)).toBeNull();
    expect(request.bodyUsed).toBe(false);
  }
});

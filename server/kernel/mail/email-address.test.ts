import { describe, expect, it } from "vitest";
import { emailAddress, typedAddress } from "./email-address";

describe("an address is", () => {
  it.each([
    ["r&d@example.com"],
    ["o'neil+hr@mail.example.co.uk"],
    ["!#$%&'*+-/=?^_`{|}~@example.com"],
    ["Ann.Lee@Example.com"],
    [`${"a".repeat(64)}@example.com`],
    ["josé@example.com"],
  ])("%s, unchanged", (text) => expect(emailAddress(text)).toBe(text));

  it.each([
    ["ann@münchen.example", "ann@xn--mnchen-3ya.example"],
    ["ann@MÜNCHEN.example", "ann@xn--mnchen-3ya.example"],
    ["ann@mu\u0308nchen.example", "ann@xn--mnchen-3ya.example"],
    ["иван@почта.рф", "иван@xn--80a1acny.xn--p1ai"],
    ["ann@xn--mnchen-3ya.example", "ann@xn--mnchen-3ya.example"],
  ])("%s, with its domain in ASCII", (text, stored) => {
    expect(emailAddress(text)).toBe(stored);
    expect(typedAddress(` ${text} `)).toBe(stored);
  });
});

it.each([
  ..."@example.com|ann@|ann|ann@example|.ann@example.com|ann.@example.com|a..b@example.com|a b@example.com".split(
    "|",
  ),
  ...'"x"@example.com|a,b@example.com|<a@example.com>|a@b@example.com|a;b@example.com|a(b)@example.com'.split(
    "|",
  ),
  ..."ann@-a.example|ann@a-.example|ann@a_b.example|ann@1.2.3.4|ann@[::1]|ann@a..example|ann@example.com.".split(
    "|",
  ),
  ...[
    "ann@exa\u202emple.com",
    "ann\u200b@example.com",
    "ann\n@example.com",
    "ann@mün chen.example",
    "ann@a/b.example",
  ],
  ...[`${"a".repeat(65)}@example.com`, `a@${`${"b".repeat(60)}.`.repeat(5)}example`],
])("%s is not an address", (text) => expect(emailAddress(text)).toBeNull());

import { describe, expect, it } from "vitest";
import { appendParameters, matchesRedirectUri, redirectTarget } from "./redirect-uri";

// RFC 6749, 3.1.2; RFC 8252, 7.3; RFC 9700, 2.1.

const loopback = "http://127.0.0.1:3000/callback";

describe("matches", () => {
  it.each([
    [loopback, loopback],
    [loopback, "http://127.0.0.1:51004/callback"],
    [loopback, "http://127.0.0.1/callback"],
    ["http://127.0.0.1/callback", loopback],
    ["http://127.0.0.1", "http://127.0.0.1:8080/"],
    ["http://127.0.0.1/", "http://127.0.0.1:8080"],
    ["http://127.0.0.1/cb?x=1", "http://127.0.0.1:1/cb?x=1"],
    ["http://localhost:3000/callback", "http://localhost:3000/callback"],
    ["https://example.com/cb", "https://example.com/cb"],
    ["cursor://x/cb", "cursor://x/cb"],
  ])("%s: %s", (registered, requested) => expect(matchesRedirectUri(registered, requested)).toBe(true));
});

describe("does not match", () => {
  it.each([
    // Prefix and suffix.
    [loopback, "http://127.0.0.1:3000/callback/evil"],
    [loopback, "http://127.0.0.1:3000/callbac"],
    [loopback, "http://127.0.0.1:3000/callback?x=1"],
    [loopback, "http://127.0.0.1:3000/callback/"],
    [loopback, "http://127.0.0.1:3000/callback#x"],
    ["https://example.com/cb", "https://example.com/cb/../evil"],
    ["https://example.com/cb", "https://example.com.evil.test/cb"],
    ["https://example.com/cb", "https://example.com/cb?next=x"],
    // Another host that looks like ours.
    [loopback, "http://127.0.0.1.evil.test:3000/callback"],
    [loopback, "http://127.0.0.1@evil.test/callback"],
    [loopback, "http://127.0.0.1:3000@evil.test/callback"],
    [loopback, "http://127.0.0.1:@evil.test/callback"],
    [loopback, "http://user@127.0.0.1:3000/callback"],
    [loopback, "http://127.0.0.1\\@evil.test/callback"],
    // Other spellings of the address.
    [loopback, "http://127.1:3000/callback"],
    [loopback, "http://2130706433:3000/callback"],
    [loopback, "http://0x7f000001:3000/callback"],
    [loopback, "http://127.0.0.01:3000/callback"],
    [loopback, "http://１２７.0.０.１:3000/callback"],
    [loopback, "http://127。0。0。1:3000/callback"],
    [loopback, "http://[::1]:3000/callback"],
    [loopback, "http://localhost:3000/callback"],
    [loopback, "http://127.0.0.1%2e:3000/callback"],
    // Case, scheme, encoding, white space.
    [loopback, "HTTP://127.0.0.1:3000/callback"],
    [loopback, "https://127.0.0.1:3000/callback"],
    [loopback, "http://127.0.0.1:3000/Callback"],
    [loopback, "http://127.0.0.1:3000/call%62ack"],
    [loopback, "http://127.0.0.1:3000/call\tback"],
    [loopback, "http://127.0.0.1\t:3000/callback"],
    [loopback, " http://127.0.0.1:3000/callback"],
    [loopback, "http://127.0.0.1:3000/callback\n"],
    ["https://example.com/cb", "https://EXAMPLE.com/cb"],
    ["https://example.com/cb", "https://example.com/%63b"],
    // Ports: of the loopback address alone, and decimal.
    ["https://example.com/cb", "https://example.com:8443/cb"],
    ["https://example.com/cb", "https://example.com:443/cb"],
    ["http://localhost:3000/callback", "http://localhost:3001/callback"],
    ["http://[::1]:3000/callback", "http://[::1]:3001/callback"],
    [loopback, "http://127.0.0.1:/callback"],
    [loopback, "http://127.0.0.1:3000x/callback"],
    [loopback, "http://127.0.0.1:0x50/callback"],
    [loopback, "http://127.0.0.1:-1/callback"],
    [loopback, "http://127.0.0.1:99999/callback"],
    [loopback, "http://127.0.0.1:٣٠٠٠/callback"],
    [loopback, "http://127.0.0.1:3000"],
    [loopback, ""],
  ])("%s: %s", (registered, requested) => expect(matchesRedirectUri(registered, requested)).toBe(false));
});

it.each([
  ["https://example.com/cb", "https://example.com/cb?code=a&state=b"],
  ["https://example.com/cb?x=1", "https://example.com/cb?x=1&code=a&state=b"],
  ["https://example.com/cb?", "https://example.com/cb?code=a&state=b"],
  ["https://example.com", "https://example.com?code=a&state=b"],
  ["cursor://x", "cursor://x?code=a&state=b"],
])("parameters are appended to the text of %s", (uri, expected) =>
  expect(
    appendParameters(uri, [
      ["code", "a"],
      ["state", "b"],
    ]),
  ).toBe(expected),
);

it.each([
  ["https://a.example.com:8443/cb", { kind: "web", host: "a.example.com:8443" }],
  ["http://127.0.0.1:51004/cb", { kind: "loopback", host: "127.0.0.1" }],
  ["http://[::1]:51004/cb", { kind: "loopback", host: "[::1]" }],
  ["com.example.app:/cb", { kind: "private-scheme", scheme: "com.example.app" }],
])("the target of %s, as a user reads it", (uri, expected) =>
  expect(redirectTarget(uri)).toEqual({ ...expected, uri }),
);

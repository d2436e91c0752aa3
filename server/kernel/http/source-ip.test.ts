import { expect, it } from "vitest";
import { sourceBucket, sourceIp } from "./source-ip";

it.each([
  ["198.51.100.1", { leanMount: true, trustedProxies: 0 }, "198.51.100.1"],
  ["unknown", { leanMount: true, trustedProxies: 0 }, null],
  ["198.51.100.1", { leanMount: true, trustedProxies: 2 }, "198.51.100.1"],
  ["198.51.100.1", { leanMount: false, trustedProxies: 0 }, null],
  ["203.0.113.9, 198.51.100.1", { leanMount: false, trustedProxies: 1 }, "198.51.100.1"],
  ["203.0.113.9, 198.51.100.1, 10.0.0.1", { leanMount: false, trustedProxies: 2 }, "198.51.100.1"],
  ["::ffff:198.51.100.1", { leanMount: true, trustedProxies: 0 }, "198.51.100.1"],
  ["<script>", { leanMount: false, trustedProxies: 1 }, null],
  [null, { leanMount: false, trustedProxies: 1 }, null],
])("the source of %j with %j is %j", (header, trust, expected) => {
  expect(sourceIp(header, trust)).toBe(expected);
});

it("an IPv6 source shares the bucket of its /64", () => {
  expect(sourceBucket("2001:db8:1:2:3:4:5:6")).toBe(sourceBucket("2001:db8:1:2:ffff::1"));
  expect(sourceBucket("2001:db8:1:2::1")).not.toBe(sourceBucket("2001:db8:1:3::1"));
  expect(sourceBucket("::ffff:198.51.100.1")).toBe("198.51.100.1");
  expect(sourceBucket(null)).toBe("unknown");
});

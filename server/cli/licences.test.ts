import { expect, it } from "vitest";
import { licencesDocument, productionLicences, unknownLicences } from "./licences.mjs";

const lock = {
  packages: {
    "": { license: "MIT" },
    "node_modules/b": { license: "ISC" },
    "node_modules/a/node_modules/b": { license: "ISC" },
    "node_modules/@img/sharp-libvips-x": { license: "Apache-2.0 AND LGPL-3.0-or-later" },
    "node_modules/tool": { license: "GPL-3.0", dev: true },
    "node_modules/a": {},
  },
};

it("the production dependencies, each once", () => {
  expect(productionLicences(lock)).toEqual([
    { name: "@img/sharp-libvips-x", licence: "Apache-2.0 AND LGPL-3.0-or-later" },
    { name: "a", licence: "none" },
    { name: "b", licence: "ISC" },
  ]);
  expect(licencesDocument(productionLicences(lock))).toContain("## ISC\n\n1 package.\n\nb\n");
});

it.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(ISC AND CC-BY-3.0)", true],
  ["MIT AND GPL-3.0-only", false],
  ["LGPL-3.0-or-later", false],
  ["none", false],
])("refused unless reviewed: %s", (licence, isAllowed) => {
  const faults = unknownLicences([{ name: "some-package", licence }]);
  expect(faults).toHaveLength(isAllowed ? 0 : 1);
});

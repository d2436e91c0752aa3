// The licences of production dependencies, from the lock file. `node server/cli/licences.mjs` rewrites docs/licences.md.
// license-checker-rseidelsohn reads node_modules, which lacks the packages of other platforms, and brings 75 packages.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DOCUMENT = "docs/licences.md";

/** They only require that their text accompanies a distribution. */
const ALLOWED = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0"],
  ...["PSF-2.0", "Public Domain", "Unlicense"],
  // For files alone (data, fonts): the licence stays with the file, and does not extend to its users.
  ...["CC-BY-3.0", "CC-BY-4.0", "MPL-2.0", "OFL-1.1"],
]);

/** Reviewed individually: what each is, and why it may be used. */
const LOOKED_AT = new Map([
  [
    "LGPL-3.0-or-later",
    { name: /^@img\/sharp-/, why: "a library that is loaded as a file of its own and can be exchanged" },
  ],
]);

/**
 * @param {{ packages: Record<string, { license?: string, dev?: boolean, devOptional?: boolean }> }} lock
 * @returns {{ name: string, licence: string }[]} each once, by name
 */
export function productionLicences({ packages }) {
  const found = new Map();
  for (const [path, { license, dev, devOptional }] of Object.entries(packages)) {
    const name = path.split("node_modules/").at(-1);
    if (name && !dev && !devOptional) found.set(name, { name, licence: license ?? "none" });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {{ name: string, licence: string }} dependency */
function isAllowed({ name, licence }) {
  const terms = licence.replaceAll(/[()]/g, "");
  const holds = (term) => ALLOWED.has(term) || LOOKED_AT.get(term)?.name.test(name) === true;
  return terms.split(" OR ").some((choice) => choice.split(" AND ").every(holds));
}

/**
 * @param {{ name: string, licence: string }[]} dependencies
 * @returns {string[]} a line for each without a review
 */
export const unknownLicences = (dependencies) =>
  dependencies
    .filter((dependency) => !isAllowed(dependency))
    .map(
      ({ name, licence }) =>
        `${name} has the licence ${licence}: look at it, and name it in server/cli/licences.mjs`,
    );

/** @param {{ name: string, licence: string }[]} dependencies */
export function licencesDocument(dependencies) {
  const byLicence = new Map();
  for (const one of dependencies) byLicence.set(one.licence, [...(byLicence.get(one.licence) ?? []), one]);
  const parts = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, ones]) => {
      const why = [...LOOKED_AT]
        .filter(([term]) => licence.includes(term))
        .map(([, known]) => ` Used as ${known.why}.`);
      return `## ${licence}\n\n${ones.length} ${ones.length === 1 ? "package" : "packages"}.${why.join("")}\n\n${ones.map(({ name }) => name).join(", ")}\n`;
    });
  return `# Licences of dependencies

What runs in production and what is made for other systems than yours, as \`package-lock.json\` has it. Written by \`node server/cli/licences.mjs\`; \`npm run check\`
refuses one that no one has reviewed. Timeaway itself is under the licence that \`package.json\` names.

${parts.join("\n")}`;
}

const ofLock = () => productionLicences(JSON.parse(readFileSync("package-lock.json", "utf8")));

/** @returns {string[]} a line for each fault */
export function licenceFaults() {
  const dependencies = ofLock();
  const unknown = unknownLicences(dependencies);
  const isOld = readFileSync(DOCUMENT, "utf8") !== licencesDocument(dependencies);
  return isOld ? [...unknown, `${DOCUMENT} is not of this lock file: node server/cli/licences.mjs`] : unknown;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, licencesDocument(ofLock()));

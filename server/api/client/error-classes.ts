import { catalogue, type ErrorCode } from "@/server/kernel/errors";

const codes = Object.keys(catalogue) as ErrorCode[];

/** `RATE_LIMITED` as RateLimitedError. */
const classOf = (code: string): string =>
  `${code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`.replace(
    /ErrorError$/,
    "Error",
  );

function classText(code: ErrorCode): string {
  const [status, , description, resolution] = catalogue[code];
  return [
    `/** ${status}. ${description} ${resolution} */`,
    `export class ${classOf(code)} extends TimeawayError {`,
    `  declare readonly code: "${code}";`,
    "}\n",
  ].join("\n");
}

/** The file of the error classes, one per code of the catalogue. */
export function errorsText(): string {
  const rows = codes.map((code) => `  ${code}: [${catalogue[code][0]}, ${classOf(code)}],\n`);
  return [
    `import { TimeawayError } from "../timeaway-error.js";\n`,
    ...codes.map(classText),
    `/** Status and class by code. */\nexport const errorClasses: Readonly<Record<string, readonly [status: number, type: typeof TimeawayError]>> = {\n${rows.join("")}};\n`,
  ].join("\n");
}

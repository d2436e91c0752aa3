import path from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, type SourceFile, sourceFiles } from "./source-files";

const files = sourceFiles(["app", "server", "drizzle", "e2e"]);
const isTest = ({ path: file }: SourceFile) => file.includes(".test.") || file.startsWith("server/test/");
const shipped = files.filter((file) => !isTest(file));

/** The layers in order: each imports only from its left. Folders in one entry are on the same layer. */
const line: readonly (readonly string[])[] = [
  ["drizzle/migrations"],
  ["drizzle/schema"],
  ["server/kernel"],
  ["server/words"],
  ["server/worker"],
  ["server/access"],
  ["server/transport"],
  ["server/modules"],
  ["server/oauth", "server/signin"],
  // The cron route of api runs the jobs.
  ["server/jobs"],
  ["server/api"],
  ["server/cli", "app", "drizzle"],
  ["server/bench"],
];

/** The layer's folder that contains a file, and its rank; undefined for a file outside the layers. */
function placeOf(file: string): { folder: string; rank: number } | undefined {
  for (const [rank, folders] of line.entries())
    for (const folder of folders) if (file.startsWith(`${folder}/`)) return { folder, rank };
  return undefined;
}

/** The repository path of an import, without extension; undefined for a package. */
function targetOf(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file.path), specifier);
  return undefined;
}

interface Edge {
  file: SourceFile;
  target: string;
}
const edges: Edge[] = shipped.flatMap((file) =>
  importsOf(file).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    return target === undefined ? [] : [{ file, target }];
  }),
);
const show = ({ file, target }: Edge) => `${file.path} → ${target}`;

describe("imports", () => {
  it("each folder imports only from its left", () => {
    const wrong = edges.filter(({ file, target }) => {
      const [from, to] = [placeOf(file.path), placeOf(target)];
      if (!from || !to || from.folder === to.folder) return false;
      // Migrations and seeds are outside the layers; the pages never need them.
      return to.rank >= from.rank && !(from.folder === "server/cli" && to.folder === "drizzle");
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it("a module imports another's verbs and schema, never its store", () => {
    const moduleOf = (file: string) => /^server\/modules\/([^/]+\/[^/]+)\//.exec(file)?.[1];
    const wrong = edges.filter(
      ({ file, target }) =>
        target.endsWith("/store") &&
        moduleOf(file.path) !== undefined &&
        moduleOf(target) !== moduleOf(file.path),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("files that the browser may load import only zod and each other", () => {
    const clientSafe = (file: string) =>
      /(^|\/)schema(\.ts)?$/.test(file) ||
      /^server\/access\/(scopes|roles)(\.ts)?$/.test(file) ||
      /^server\/oauth\/scopes(\.ts)?$/.test(file) ||
      /^server\/kernel\/(field-faults|list-input|list-sorts|database\/storable|mail\/email-address|text\/(field-messages|folding|text-rules)|time\/(date-range|day-parts))(\.ts)?$/.test(
        file,
      ) ||
      /(^|\/)values(\.ts)?$|^drizzle\/schema\/limits(\.ts)?$/.test(file);
    const wrong = shipped
      .filter(({ path: file }) => clientSafe(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier !== "zod")
          .filter((specifier) => !clientSafe(targetOf(file, specifier) ?? specifier))
          .map((specifier) => `${file.path} → ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });

  it("the kit of the pages imports no page", () => {
    const wrong = edges.filter(
      ({ file, target }) => file.path.startsWith("app/_kit/") && /^app\/\((app|account)\)\//.test(target),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("no shipped code imports test support", () => {
    // Browser tests and benchmarks use the same stand-ins, and are in no bundle of the server.
    const ships = edges.filter(({ file }) => !/^(e2e|server\/bench)\//.test(file.path));
    expect(ships.filter(({ target }) => target.startsWith("server/test/")).map(show)).toEqual([]);
  });
});

describe("names", () => {
  const allowed = /^(app|server|drizzle|e2e)\//;

  it("no index files, no junk drawers", () => {
    const junk = /(^|\/)(src|lib|utils?|helpers?|common|types|constants|misc)(\/|\.tsx?$)/;
    const wrong = files.filter(({ path: file }) => /(^|\/)index\.tsx?$/.test(file) || junk.test(file));
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });

  it("files and folders are kebab-case", () => {
    // A folder in brackets is a parameter's name, one with @ a slot of its layout, one with (.) an intercepted route.
    const part = /^((?:@|\(\.\)|[_(]*)[a-z0-9.]+(-[a-z0-9.]+)*\)?|\[+(\.\.\.)?[a-zA-Z-]+\]+)$/;
    const wrong = files.filter(
      ({ path: file }) => allowed.test(file) && !file.split("/").every((name) => part.test(name)),
    );
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });

  it("only Next's files and tools' configuration have a default export", () => {
    const mayHave =
      /^app\/.*(page|layout|error|global-error|not-found|loading|template|default|route|icon|opengraph-image|robots|sitemap|manifest)\.tsx?$|config\.ts$|^app\/_i18n\/request\.ts$|^server\/test\/global-setup\.ts$|^e2e\//;
    const wrong = files.filter(
      ({ path: file, text }) => /^export default /m.test(text) && !mayHave.test(file),
    );
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });
});

describe("values from ctx", () => {
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  const within = (folders: readonly string[], pattern: RegExp) =>
    shipped
      .filter(({ path: file }) => folders.some((folder) => file.startsWith(`${folder}/`)))
      .filter(({ text }) => pattern.test(code(text)))
      .map(({ path: file }) => file);

  const verbs = [
    "server/access",
    "server/transport",
    "server/modules",
    "server/oauth",
    "server/signin",
    "server/api",
    "server/jobs",
  ];

  it("no verb reads the clock of the process", () => {
    expect(within(verbs, /\bDate\.now\(\)|\bnew Date\(\)|\bTemporal\.Now\b/)).toEqual([]);
  });

  it("no verb reads the environment", () => {
    // Writing is allowed: next-auth takes its address from nowhere else.
    expect(within([...verbs, "drizzle/schema"], /\bprocess\.env\b(?!\.\w+ = )/)).toEqual([]);
  });

  it("no verb uses insecure random numbers", () => {
    expect(within(verbs, /\bMath\.random\(\)/)).toEqual([]);
  });

  it("no any, no silenced type errors", () => {
    expect(
      within(["app", "server", "drizzle"], /:\s*any\b|\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)/),
    ).toEqual([]);
  });

  it("a transaction's writes go through the transaction: no verb takes the pool out of its ctx", () => {
    const pool =
      /\b(?:ctx|tx|inside|inner|outer)\.services\.(?:db|admission)\b|\b(?:db|admission)\b[^}=;]*\} = (?:ctx|tx)\.services\b/;
    expect(within(["server/modules", "server/oauth", "server/api"], pool)).toEqual([]);
  });

  it("no claim skips locked rows within another statement, except for leases of lanes; sweeps repeat", () => {
    const known = ["server/kernel/database/delete-in-steps.ts", "server/worker/leases.ts"];
    expect(within(["server"], /skip locked\s*\)/)).toEqual(known);
  });
});

describe("limits of fields", () => {
  it("are named in forms, not typed again: a schema has the same one", () => {
    const typed = shipped
      .filter(({ path: file }) => file.startsWith("app/") && !file.startsWith("app/_kit/ui/"))
      .filter(({ path: file }) => !file.endsWith("reference/try-request.ts"))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(/maxLength=\{\d+\}|(?<!Math)\.max\(\d+|isUpTo\(\d/g)].map(
          ([found]) => `${file}: ${found}`,
        ),
      );
    expect(typed).toEqual([]);
  });
});

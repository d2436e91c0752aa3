import { describe, expect, it } from "vitest";
import { importsOf, type SourceFile, sourceFiles } from "./source-files";

const isTest = ({ path: file }: SourceFile) => /\.test\.tsx?$|^server\/test\//.test(file);
const shipped = sourceFiles(["app", "server"]).filter((file) => !isTest(file));

/** File names with the same meaning in every module; beside them, `<noun>-work` is a kind of due work. */
const rooms = new Set(["schema", "policy", "store", "present", "rest", "rest-write", "trpc"]);

/** The allowed verbs of use cases. Add one only where no existing one fits. */
const verbs = new Set(
  `accept activate adjust admit agree answer appoint approve arm ask build cancel check claim close compose connect count create decide delete deliver deny disconnect dispatch edit end
  enqueue erase expand expire explain export fetch find fire get hand import judge list load lock make merge note notify pause prepare preview read record recount recover redeliver release
  remind rename render reopen request require resend resolve resume retry revoke rotate seal search see send set settle sign spend start store summarize sweep take test touch
  update verify warn withdraw write`.split(/\s+/),
);

/** The real sub-ideas of each module. Think twice before adding one: most are a verb, or belong in policy.ts or store.ts. */
const nouns: Record<string, string> = {
  "integrations/keys": "key-format",
  "workspace/audit": "changes",
  "leave/balances":
    "accounting-year accrual cap carry-over claims cover-case curve lapses lots overdraft sums tenure terms",
  "leave/feeds": "icalendar subscriber",
  "people/delegations": "subscriber",
  "people/places": "name-order references",
  "integrations/events": "subscribers",
  "workspace/imports":
    "cells columns date-column encoding hours-layout layouts leave-layout opening-layout outcome people-layout table-error work-week",
  "messaging/providers": "connector-api http outcome slack-api",
  "messaging/push": "push-outcome vapid-key",
  "leave/mail": "duration-fact letter subscriber invitation",
  "leave/leave-types": "starting-rules starting-set subscriber",
  "leave/type-names": "name-in",
  "leave/requests":
    "approvers import-parts import-plan import-references interruptions leave-search overlap plan standing subscriber transitions decide",
  "messaging/outbox": "attachment-files content smtp-outcome sweep",
  "integrations/notifications": `audience away birthdays cut links message preview schedule send shared-reads shown-preview week`,
  "integrations/operations": "idempotency once-per-form",
  "people/people": "mail-language references set-status",
  "people/personal-data": "mentions walk",
  "people/provisioning": "attributes filter group-attributes patch person-fields scim-error user-attributes",
  "leave/certificates": "subscriber",
  "leave/files": "file-name file-type seal sight",
  "leave/holidays": "corrections",
  "integrations/rate-limits": "fresh-counter",
  "integrations/request-log":
    "callers entry error-groups errors-visit histogram quotas redact row sweep usage used-endpoints values",
  "integrations/reports": `balance-rows downloads file-name leave-rows people period
    report-mail schedule write-chunks`,
  "integrations/payroll": "layout",
  "integrations/schedules": "kind next-sends recurrence",
  "integrations/webhooks": `addresses claim deadlines event-scopes exchange fan-out provisional resolve sample-payload secret
    secrets-for-port send-failure sender sign stats subjects subscriber sweep url-guard verification-samples`,
  "leave/calendars": "away closed-days closed-through day-fraction half-day hours period working-days",
  "workspace/settings": "operator setup-link",
  "workspace/sign-in-policy": "factor-duty subscriber",
};

const moduleFiles = shipped.flatMap((file) => {
  const [, module, name] = /^server\/modules\/([^/]+\/[^/]+)\/([^/]+)\.tsx?$/.exec(file.path) ?? [];
  return module && name ? [{ ...file, module, name }] : [];
});

/** Whether a file exports a function that begins with the verb in the file's name. */
function isUseCase({ name, text }: { name: string; text: string }): boolean {
  const [verb = ""] = name.split("-");
  return verbs.has(verb) && new RegExp(`^export (async )?(function|const) ${verb}(?![a-z])`, "m").test(text);
}

describe("a module's files", () => {
  it("are the names of every module, use cases named by an exported verb, and listed nouns", () => {
    const unknown = moduleFiles.filter(
      ({ module, name, text }) =>
        !rooms.has(name) &&
        !name.endsWith("-work") &&
        !isUseCase({ name, text }) &&
        !nouns[module]?.split(/\s+/).includes(name),
    );
    expect(unknown.map(({ path: file }) => file)).toEqual([]);
  });
});

describe("modules", () => {
  const usesOf = new Map<string, Set<string>>();
  for (const file of moduleFiles)
    for (const specifier of importsOf(file)) {
      const used = /^@\/server\/modules\/([^/]+\/[^/]+)\//.exec(specifier)?.[1];
      if (used !== undefined && used !== file.module)
        usesOf.set(file.module, (usesOf.get(file.module) ?? new Set()).add(used));
    }

  /** The import cycle from a module back to itself, or null. */
  function circleOf(module: string, way: readonly string[] = [module]): string | null {
    for (const used of usesOf.get(way.at(-1) ?? "") ?? []) {
      if (used === module) return [...way, used].join(" → ");
      const circle = way.includes(used) ? null : circleOf(module, [...way, used]);
      if (circle) return circle;
    }
    return null;
  }

  it("have no import cycles", () => {
    expect([...usesOf.keys()].map((module) => circleOf(module)).filter(Boolean)).toEqual([]);
  });

  it("events depend on no other module", () => {
    expect([...(usesOf.get("integrations/events") ?? [])]).toEqual([]);
    const events = moduleFiles.filter(({ module }) => module === "integrations/events");
    const tables = events
      .flatMap((file) => importsOf(file))
      .filter((name) => name.includes("drizzle/schema/"));
    expect([...new Set(tables)].sort()).toEqual(["@/drizzle/schema/events", "@/drizzle/schema/values"]);
  });
});

describe("a balance", () => {
  const inBalances = (name: string) => `server/modules/leave/balances/${name}.ts`;
  /** The rules by which every check and every figure of a balance is prepared, and the one place of each. */
  const places: readonly [rule: string, pattern: RegExp, names: readonly string[]][] = [
    ["charges are cut at the years that matter", /\bcuts\.add\(/, ["policy"]],
    ["without rollover, earlier years do not matter", /yearsUntil\([^;]*(NONE|since)/, ["policy"]],
    ["leave is counted up to the horizon", /today\s*\+\s*horizonDays/, ["cover-case"]],
    ["some policies need no cover", /unlimited\s*(&&|\|\|)\s*!?[\w.]*allowNegativeBalance/, ["cover-case"]],
    ["leave of a change's first year stays single", /singlesFrom =(?!=)/, ["cover-case"]],
    ["cover is computed from the case and the other leave", /\bshortfall\(/, ["find-shortfalls"]],
    ["claims are tried in turn", /\boverdraws\(/, ["find-uncovered", "find-unkept"]],
  ];
  /** Where the functions themselves stand. */
  const rules = [inBalances("accounting-year"), inBalances("overdraft")];

  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");

  it.each(places)("%s: in one place", (_, pattern, names) => {
    const found = moduleFiles.filter(
      ({ text, path: file }) => pattern.test(code(text)) && !rules.includes(file),
    );
    expect(found.map(({ path: file }) => file).sort()).toEqual(names.map(inBalances));
  });
});

describe("Drizzle", () => {
  /** Where queries are allowed. Below modules, code that only decides or only talks to the outside has none. */
  const mayHave = [
    /^server\/kernel\/database\//,
    /^server\/kernel\/http\/throttle\.ts$/,
    /^server\/access\/(batches|delete-ended-secrets|extent|has-factor|lock-grant|load-actor|load-sight|manages|reach|record-missed-identities|require-fresh-proof|scoped|sight|stand-ins|workspace-of-secret|workspaces-of-identity)\.ts$/,
    /^server\/worker\//,
    /^server\/modules\/[^/]+\/[^/]+\/(?!(schema|policy|present|rest|rest-write|trpc)\.ts$)/,
    /^server\/oauth\/(?!(trpc|schema|scopes|routes|metadata|respond|errors)\.ts$)/,
    /^server\/signin\/(?!(trpc|schema)\.ts$)/,
    /^server\/jobs\//,
    // The parts of the v2 pipeline with their own state: stored answers, operations, readiness.
    /^server\/api\/(idempotency|operation-exchange|operation-work|probes|rehearse|sweep|write-transaction)\.ts$/,
    /^server\/api\/steps\//,
    /^server\/cli\/demo\.ts$/,
    /^server\/bench\//,
  ];

  it("is imported only where queries are: never in pages, transport, schemas, rules, presenters, endpoint records and procedures", () => {
    const wrong = shipped
      .filter((file) => importsOf(file).some((name) => /^drizzle-orm(\/|$)/.test(name)))
      .filter(({ path: file }) => !mayHave.some((place) => place.test(file)));
    expect(wrong.map(({ path: file }) => file)).toEqual([]);
  });
});

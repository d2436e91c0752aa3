import { describe, expect, it } from "vitest";
import { loadSettings } from "@/server/kernel/env";
import { catalogue } from "@/server/kernel/errors";
import { v2Endpoints } from "../endpoints";
import { errorCodesOf } from "../openapi-errors";
import { v1Endpoints } from "../v1-endpoints";
import { v1Operations, v2Operations } from "./operations";

const secret = "x".repeat(32);
const settings = loadSettings({
  BASE_URL: "https://api.example.com",
  DATABASE_URL: "postgres://nobody@localhost/none",
  SESSION_SECRET: secret,
  CRON_SECRET: secret,
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
});
const v2 = v2Operations(settings);
const v1 = v1Operations(settings);
const all = [...v2, ...v1];

const endpointOf = (operationId: string) => {
  const found = v2Endpoints.find((endpoint) => endpoint.operationId === operationId);
  if (!found) throw new Error(`No endpoint ${operationId}`);
  return found;
};

describe("operations", () => {
  it("one for each endpoint, under a unique address", () => {
    expect(v2.map(({ method, path }) => `${method} ${path}`)).toEqual(
      v2Endpoints.map(({ method, path }) => `${method} ${path}`),
    );
    expect(v1.map(({ path }) => path)).toEqual(v1Endpoints.map(({ path }) => path));
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
    for (const { slug } of all) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(v2.filter(({ body }) => body))(
    "$operationId: the sample body is accepted",
    ({ operationId, body }) => {
      const checked = endpointOf(operationId).body?.safeParse(JSON.parse(body?.sample ?? ""));
      expect(checked?.error?.issues ?? []).toEqual([]);
      expect(body?.sample).not.toBe("{}");
    },
  );

  it.each(v2.filter(({ queryParameters }) => queryParameters.length > 0))(
    "$operationId: the query of its samples is accepted",
    ({ operationId, samples }) => {
      const [, address = ""] = /"(https:[^"]+)"/.exec(samples[0]?.code ?? "") ?? [];
      const query = Object.fromEntries(new URL(address).searchParams);
      expect(endpointOf(operationId).query?.safeParse(query).error?.issues ?? []).toEqual([]);
    },
  );

  it.each(v2.filter(({ answers }) => answers.some(({ sample }) => sample)))(
    "$operationId: the sample answers have the documented shape",
    ({ operationId, answers }) => {
      const { data, list } = endpointOf(operationId);
      for (const { status, sample } of answers) {
        if (!sample || status === 202) continue;
        const body = JSON.parse(sample) as { data: unknown };
        const records = list ? (body.data as unknown[]) : [body.data];
        expect(records.length).toBe(1);
        expect(data?.safeParse(records[0]).error?.issues ?? [], sample).toEqual([]);
      }
    },
  );

  it.each(v2)(
    "$operationId: its errors are the document's, each with a resolution",
    ({ operationId, errors }) => {
      expect(errors.map(({ code }) => code)).toEqual(errorCodesOf(endpointOf(operationId)));
      for (const { code, status, conditions, resolution } of errors) {
        expect(status).toBe(catalogue[code as keyof typeof catalogue][0]);
        expect(conditions.length, code).toBeGreaterThan(0);
        expect(resolution).not.toBe("");
      }
    },
  );

  it.each(v2)(
    "$operationId: its roles are listed, as far as the scope allows",
    ({ operationId, roles, scope }) => {
      if (scope === "public") return expect(roles).toEqual([]);
      expect(roles.map(({ role }) => role)).toEqual(["ADMIN", "LOCATION_ADMIN", "APPROVER", "USER"]);
      expect(roles[0]?.isAllowed, operationId).toBe(true);
      for (const { isAllowed, reach } of roles) if (isAllowed) expect(reach).not.toBe("");
    },
  );

  it("samples name the configured host and never a key", () => {
    for (const { samples, path, scope } of all) {
      expect(samples.map(({ name }) => name)).toEqual(["curl", "JavaScript", "Python"]);
      for (const { code } of samples) {
        const isByClient = code.includes("@timeaway/client");
        const host = isByClient
          ? 'baseUrl: "https://api.example.com"'
          : `https://api.example.com/${path.split("/")[1]}/`;
        expect(code).toContain(host);
        if (scope !== "public") expect(code).toMatch(/TIMEAWAY_(API|V1)_KEY/);
        expect(code).not.toContain("undefined");
        expect(code).not.toMatch(/svc_live_\w/);
      }
    }
  });

  it("fields of a union are listed with the kinds that have them", () => {
    const fields = v2.find(({ operationId }) => operationId === "createNotification")?.body?.fields ?? [];
    const named = (name: string) => fields.filter((field) => field.name === name);
    expect(fields[0]).toMatchObject({ name: "frequency", isRequired: true });
    expect(fields[0]?.facts).toEqual(["One of `DAILY`, `WEEKLY` or `BIRTHDAY`"]);
    expect(named("name")).toHaveLength(1);
    expect(named("sendOnDays")[0]?.facts[0]).toBe("Only with `frequency` `DAILY`");
    expect(named("destinations").map(({ facts }) => facts[0])).toEqual([
      "Only with `frequency` `DAILY` or `WEEKLY`",
      "Only with `frequency` `BIRTHDAY`",
    ]);
  });

  it("a nullable value is marked once, with the limits of its other type", () => {
    const fields = v2.find(({ operationId }) => operationId === "createWebhook")?.body?.fields ?? [];
    expect(fields.find(({ name }) => name === "description")).toMatchObject({
      type: "string or null",
      facts: ["Up to 200 characters"],
    });
  });

  it("limits of a parameter are given in words", () => {
    const { queryParameters = [] } = v2.find(({ operationId }) => operationId === "listWebhooks") ?? {};
    expect(queryParameters.find(({ name }) => name === "limit")).toMatchObject({
      type: "integer",
      isRequired: false,
      facts: ["1 to 100", "Default `25`"],
    });
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { keyring } from "@/server/oauth/keys/keyring";
import { type Served, serve } from "@/server/test/served";

const textOf = (name: string) => readFileSync(`docs/operate/${name}`, "utf8");

interface ComposeService {
  image?: string;
  environment?: Record<string, string>;
  stop_grace_period?: string;
  read_only?: boolean;
  command?: string[];
}
interface Compose {
  services: Record<string, ComposeService>;
  configs: Record<string, { content: string }>;
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  image: string;
  args?: string[];
  env?: { name: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  securityContext: { readOnlyRootFilesystem: boolean };
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    template?: { spec: { terminationGracePeriodSeconds?: number; containers: Container[] } };
  };
}

const compose = parse(textOf("compose.yaml"), { merge: true }) as Compose;
const manifests = parseAllDocuments(textOf("kubernetes.yaml")).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS() as Manifest;
});
const ours = Object.entries(compose.services).filter(([, { image }]) => image === "timeaway");
const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
const manifest = (kind: string, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name);

/** Every setting, with its default or an example. */
const settings = new Map(
  [...readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

it("every variable in the compose and Kubernetes files is a setting", () => {
  const secrets = [...textOf("kubernetes.yaml").matchAll(/--from-literal=([A-Z_]+)=/g)].map(
    ([, name]) => name,
  );
  const set = [
    ...ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
    ...Object.keys(manifest("ConfigMap", "timeaway")?.data ?? {}),
    ...containers.flatMap(({ env }) => (env ?? []).map(({ name }) => name)),
    ...secrets,
  ];
  expect(set).toContain("DATABASE_URL");
  expect(set.filter((name = "") => !settings.has(name) && name !== "MIGRATE_URL")).toEqual([]);
});

it("each required setting is given to every process, and the files contain no secret", () => {
  const required = ["DATABASE_URL", "SESSION_SECRET", "ENCRYPTION_KEY", "CRON_SECRET", "SMTP_URL"];
  expect(ours.map(([name]) => name)).toEqual(["migrate", "timeaway-1", "timeaway-2"]);
  for (const [, { environment = {} }] of ours)
    for (const name of required) expect(environment[name]).toMatch(/\$\{[A-Z_]+/);
  for (const name of required) expect(textOf("kubernetes.yaml")).toContain(`--from-literal=${name}=`);
  expect(manifests.some(({ kind }) => kind === "Secret")).toBe(false);
});

it("the grace period before a kill is longer than the lead time plus ten seconds", () => {
  const least = Number(settings.get("SHUTDOWN_LEAD_SECONDS")) + 10;
  const graces = [
    ...ours.filter(([name]) => name !== "migrate").map(([, { stop_grace_period: grace = "" }]) => grace),
    String(manifest("Deployment", "timeaway")?.spec.template?.spec.terminationGracePeriodSeconds),
  ].map((grace) => Number.parseInt(grace, 10));
  expect(graces).toHaveLength(3);
  for (const grace of graces) expect(grace).toBeGreaterThan(least);
});

it("PgBouncer has as many server connections as the pools of all processes", () => {
  const processes = ours.length - 1;
  expect(manifest("Deployment", "timeaway")?.spec.replicas).toBe(processes);
  // The connections of the log and of the metrics come on top of the two pools.
  const each =
    Number(settings.get("DATABASE_POOL_SIZE")) + Number(settings.get("DATABASE_ADMISSION_POOL_SIZE")) + 2;
  const size = /default_pool_size = (\d+)/.exec(compose.configs.pgbouncer?.content ?? "")?.[1];
  expect(Number(size)).toBeGreaterThanOrEqual(processes * each);
});

it("every root is read-only, and the migration is a separate step", () => {
  expect(ours.map(([, service]) => service.read_only)).toEqual([true, true, true]);
  expect(containers.map(({ securityContext }) => securityContext.readOnlyRootFilesystem)).toEqual([
    true,
    true,
    true,
  ]);
  const migrate = ["node", "server/cli/admin.mjs", "migrate"];
  expect(compose.services.migrate?.command).toEqual(migrate);
  expect(manifest("Job", "timeaway-migrate")?.spec.template?.spec.containers[0]?.args).toEqual(migrate);
});

it("200 at every path of a probe, health check or balancer", async () => {
  const probes = containers.flatMap(({ startupProbe, readinessProbe, livenessProbe }) =>
    [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe?.httpGet?.path ?? []),
  );
  const named = [readFileSync("Dockerfile", "utf8"), compose.configs.haproxy?.content ?? ""].flatMap(
    (text) => text.match(/\/api\/[a-z]+/g) ?? [],
  );
  expect(probes).toHaveLength(3);
  expect(named).toHaveLength(2);
  const served: Served = await serve();
  try {
    // The first process of a new database creates the keys, and is not ready meanwhile: a probe retries.
    await keyring(served.services);
    for (const path of [...probes, ...named])
      expect([path, (await fetch(served.url + path)).status]).toEqual([path, 200]);
  } finally {
    await served.close();
  }
});

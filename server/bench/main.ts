import { Command } from "commander";
import { approvals } from "./approvals";
import { balances } from "./balances";
import { besideCalibration, calibrate } from "./calibration";
import { client, scroll } from "./client";
import { feeds } from "./feeds";
import { flood } from "./flood";
import { growth } from "./growth";
import { imports } from "./imports";
import { leaveMails } from "./leave-mails";
import { lockHold } from "./lock-hold";
import { mcp } from "./mcp";
import { memory } from "./memory";
import { metrics } from "./metrics";
import { notifications } from "./notifications";
import { oauth } from "./oauth";
import { pages } from "./pages";
import { pooler } from "./pooler";
import { reads } from "./reads";
import { recount } from "./recount";
import { type Failed, type Figure, median, print } from "./report";
import { rolling } from "./rolling";
import { rules } from "./rules";
import { scim } from "./scim";
import { openStage, type Stage, startCluster } from "./stage";
import { wallchart } from "./wallchart";
import { webhooks } from "./webhooks";
import { writes } from "./writes";

const log = (line: string): void => console.error(`bench: ${line}`);

interface Stages {
  small(): Promise<Stage>;
  large(): Promise<Stage>;
  directory(): Promise<Stage>;
}

/** Every benchmark by name; each opens only the data it needs. */
const benchmarks: Record<string, (stages: Stages) => Promise<Figure[]>> = {
  reads: async ({ small }) => reads(await small()),
  growth: async ({ small, large }) => growth(await small(), await large()),
  writes: async ({ small }) => writes(await small()),
  pooler: async ({ small }) => pooler(await small()),
  imports: async ({ small }) => imports(await small()),
  leaveMails: async ({ small }) => leaveMails(await small()),
  balances: async ({ large }) => balances(await large()),
  approvals: async ({ large }) => approvals(await large()),
  rules: async ({ large }) => rules(await large()),
  recount: async ({ large }) => recount(await large()),
  feeds: async ({ small }) => feeds(await small()),
  wallchart: async ({ large }) => wallchart(await large()),
  oauth: async ({ small, large }) => oauth(await small(), await large()),
  mcp: async ({ small }) => mcp(await small()),
  scim: async ({ directory }) => scim(await directory()),
  webhooks: async ({ small }) => webhooks(await small()),
  notifications: async ({ small }) => notifications(await small()),
  memory: async ({ small }) => memory(await small()),
  metrics: async ({ small }) => metrics(await small()),
  rolling: async ({ small }) => rolling(await small()),
  pages: () => pages(),
  flood: async ({ small }) => flood(await small()),
  lockHold: async ({ large }) => lockHold(await large()),
  client: async ({ large }) => client(await large()),
  scroll: async ({ large }) => scroll(await large()),
};

const program = new Command("bench")
  .option("--json", "print one JSON object")
  .option("--only <names>", `some of ${Object.keys(benchmarks).join(",")}`, (text: string) => text.split(","))
  .parse();
const options = program.opts<{ json?: boolean; only?: string[] }>();

const cluster = await startCluster(log);
const stages: Stages = {
  small: () => openStage(cluster, "small", log),
  large: () => openStage(cluster, "large", log),
  directory: () => openStage(cluster, "directory", log),
};
const figures: Figure[] = [];
const failed: Failed[] = [];
try {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (options.only && !options.only.includes(name)) continue;
    log(name);
    try {
      const before = calibrate();
      const made = await run(stages);
      figures.push(...besideCalibration(made, median([before, calibrate()])));
    } catch (error) {
      // The results of the other benchmarks are printed anyway.
      console.error(error);
      failed.push({ name, reason: error instanceof Error ? error.message : String(error) });
      process.exitCode = 1;
    }
  }
} finally {
  await cluster.stop();
}
print(figures, failed, options.json ?? false);

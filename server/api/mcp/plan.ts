import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import type { Ctx } from "@/server/access/ctx";
import { invalid } from "@/server/kernel/errors";
import { derivedSecrets, sameText } from "@/server/kernel/secrets";
import { canonicalJson } from "@/server/kernel/text/canonical-json";
import { minute, plus } from "@/server/kernel/time/clock";

const lifetimeMs = 10 * minute;
const idBytes = 16;
const headBytes = idBytes + 8;
/** The version of a leave that does not exist yet. */
const none = 0xffff_ffff;

/** A previewed write. */
export interface Planned {
  tool: string;
  content: unknown;
  /** The version of the previewed leave; null for a new one. */
  version: number | null;
  /** The version of the leave rules that the preview was judged by. */
  rulesVersion?: string;
}

type Bound = Pick<Planned, "tool" | "content">;

/** The contents of a valid plan. */
export interface Plan {
  /** The idempotency key: a plan is carried out once. */
  attempt: string;
  version: number | null;
  rulesVersion: string | undefined;
}

const secretsOf = ({ services }: Ctx) =>
  derivedSecrets(services.settings.encryptionKeys, "timeaway mcp plan");

/** Binds a plan to the grant, the user, and exactly what was previewed (decision 13.6). */
function mac({ actor }: Ctx, secret: KeyObject, head: string, { tool, content }: Bound): string {
  const grantId = actor.via.type === "grant" ? actor.via.grantId : null;
  const bound = canonicalJson({ head, tool, content, grantId, userId: actor.userId });
  return createHmac("sha256", secret).update(bound).digest("base64url");
}

/** A plan for a write, valid for ten minutes. */
export function makePlan(
  ctx: Ctx,
  { version, rulesVersion = "", ...planned }: Planned,
): { plan: string; expiresAt: string } {
  const expiresAt = plus(ctx.now(), lifetimeMs);
  const bytes = Buffer.alloc(headBytes);
  randomBytes(idBytes).copy(bytes);
  bytes.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), idBytes);
  bytes.writeUInt32BE(version ?? none, idBytes + 4);
  const head = Buffer.concat([bytes, Buffer.from(rulesVersion)]).toString("base64url");
  return {
    plan: `${head}.${mac(ctx, secretsOf(ctx)[0], head, planned)}`,
    expiresAt: expiresAt.toISOString(),
  };
}

/** @throws ApiError VALIDATION_ERROR when it has expired, was altered, or belongs to another user or another write */
export function readPlan(ctx: Ctx, plan: string, planned: Bound): Plan {
  const [head = "", tag = ""] = plan.split(".");
  const bytes = Buffer.from(head, "base64url");
  const isGood =
    bytes.length >= headBytes &&
    secretsOf(ctx).some((secret) => sameText(tag, mac(ctx, secret, head, planned)));
  const isOver = isGood && bytes.readUInt32BE(idBytes) * 1000 < ctx.now().getTime();
  if (!isGood || isOver)
    throw invalid([
      {
        path: "plan",
        message: isOver
          ? "Is over: plans last ten minutes. Preview again, and show the person what it says."
          : "Isn't a plan for exactly this. Preview it, show the person what it says, and send the plan with the same values.",
      },
    ]);
  const version = bytes.readUInt32BE(idBytes + 4);
  return {
    attempt: bytes.toString("hex", 0, idBytes),
    version: version === none ? null : version,
    rulesVersion: bytes.toString("utf8", headBytes) || undefined,
  };
}

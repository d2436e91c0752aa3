import type { StatementListener } from "@/server/kernel/database/db";
import { ofSeveralMark } from "@/server/kernel/database/in-batch";
import type { ServiceOverrides } from "@/server/kernel/services";

/**
 * The project `distributed` of the tests: plain PostgreSQL, driven as a database whose workspaces are distributed over servers. There, a
 * statement with a lock or a write is of one workspace.
 */
const isOn = process.env.DISTRIBUTED === "on";

const changes = /\b(insert into|update|delete from)\b|\bfor (no key update|update|share|key share)\b/i;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const idsIn = (parameters: unknown[]): string[] => JSON.stringify(parameters).match(uuid) ?? [];

/** The workspaces that the tests of this process have made. */
const made = new Set<string>();
const violations: string[] = [];

const watch: StatementListener = (_, text, parameters) => {
  if (!changes.test(text)) return;
  if (text.includes(ofSeveralMark)) violations.push(`no workspace: ${text}`);
  const ids = idsIn(parameters);
  if (/^\s*insert into "workspaces"/.test(text)) for (const id of ids) made.add(id);
  const touched = new Set(ids.filter((id) => made.has(id)));
  if (touched.size > 1) violations.push(`${touched.size} workspaces: ${text}`);
};

/** Services that take the database for a distributed one, in that project. */
export const distribution = (): ServiceOverrides => (isOn ? { isDistributed: true, onStatement: watch } : {});

/** Statements with a lock or a write of several workspaces, or of none, since the last call. */
export const takeCrossings = (): string[] => violations.splice(0);

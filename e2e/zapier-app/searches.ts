import { defineSearch, errors, type ZObject } from "zapier-platform-core";
import { Leave, Person } from "@/server/api/mcp/wire";
import { addresses } from "./addresses";
import { outputFields } from "./output-fields";

interface Reply {
  result?: { isError?: boolean; structuredContent?: unknown; content: { text: string }[] };
  error?: { message: string };
}

/** The answer is JSON, or one event of a stream. */
const replyOf = (content: string): Reply =>
  JSON.parse(/^data: (.*)$/m.exec(content)?.[1] ?? content) as Reply;

/** Calls a tool of the MCP server, which reads what the user can see (decision 13.5). */
async function callTool<T>(z: ZObject, name: string, given: object): Promise<T> {
  const { content } = await z.request({
    url: addresses.mcp(),
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
  });
  const { result, error } = replyOf(content);
  if (!result || result.isError)
    throw new errors.Error(error?.message ?? result?.content[0]?.text ?? "Timeaway couldn't answer.", name);
  return result.structuredContent as T;
}

/** The date of a Zap's input, which may include a time. */
const dayOf = (text: string): string => text.slice(0, 10);

const id = (kind: string): string => `${kind}-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f`;

const findPerson = defineSearch({
  key: "find_person",
  noun: "Person",
  display: { label: "Find Person", description: "Finds someone you can see in Timeaway by name." },
  operation: {
    inputFields: [
      {
        key: "name",
        label: "Name",
        type: "string",
        required: true,
        helpText: "A part of the name is enough.",
      },
    ],
    async perform(z, { inputData: { name } }) {
      const { users } = await callTool<{ users: { id: string }[] }>(z, "find_users", { name });
      return users;
    },
    sample: {
      id: id("user"),
      name: "Ana Ilić",
      department: { id: id("department"), name: "Sales" },
      location: { id: id("location"), name: "Lisbon", timezone: "Europe/Lisbon" },
    },
    outputFields: outputFields(Person),
  },
});

const findLeave = defineSearch({
  key: "find_leave",
  noun: "Leave",
  display: {
    label: "Find Leave",
    description: "Finds leave on some days that is approved or waits for a decision.",
  },
  operation: {
    inputFields: [
      { key: "startDate", label: "First Day", type: "string", required: true, helpText: "YYYY-MM-DD" },
      { key: "endDate", label: "Last Day", type: "string", required: true, helpText: "YYYY-MM-DD" },
      {
        ...{ key: "of", label: "Whose Leave", type: "string", required: true, default: "me" },
        choices: { me: "My own", everyone: "Of everyone I manage" },
      },
      {
        ...{ key: "userId", label: "Person ID", type: "string", required: false },
        helpText: "Only this person's leave. The step Find Person gives the ID.",
      },
    ],
    async perform(z, { inputData: { startDate, endDate, of, userId } }) {
      const days = { startDate: dayOf(startDate), endDate: dayOf(endDate) };
      const found = await callTool<{ leaves: { id: string; userId: string }[]; isCut: boolean }>(
        ...([z, "get_leaves", { ...days, of, limit: 200 }] as const),
      );
      const leaves = found.leaves.filter((leave) => !userId || leave.userId === userId);
      if (leaves.length === 0 && found.isCut)
        throw new errors.Error("There is too much leave on these days. Search fewer days.", "too_many");
      return leaves;
    },
    sample: {
      ...{ id: id("leave"), userId: id("user"), userName: "Ana Ilić", leaveType: "Vacation" },
      ...{ startDate: "2026-12-03", endDate: "2026-12-04", hours: { from: "09:00", to: "13:00" } },
      ...{ startPart: "FULL_DAY", endPart: "FULL_DAY" },
      ...{ workingDays: 1, workingHours: null, status: "APPROVED", reason: null, decisionReason: null },
    },
    outputFields: outputFields(Leave),
  },
});

export const searches = { find_person: findPerson, find_leave: findLeave };

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments?: { name: string; description: string; required: boolean }[];
  text(given: Readonly<Record<string, string>>): string;
}

const prompts: readonly Prompt[] = [
  {
    name: "plan-time-off",
    title: "Plan time off",
    description: "Finds good days for time off, and what they would do to the balance.",
    arguments: [{ name: "when", description: "For instance: a week in June", required: false }],
    text: ({ when = "soon" }) =>
      `Help me plan time off: ${when}.
1. Ask get_workspace_info for today's date, get_balances for what I have left, and get_holidays for public holidays that save days.
2. Ask who_is_away for the days in question.
3. Suggest two or three options with dates, the working days that each costs, and who else is away. Check each with preview_leave if you have it.
Don't request anything before I have chosen.`,
  },
  {
    name: "coverage-next-week",
    title: "Coverage next week",
    description: "Who is away next week, day by day, and where a team gets thin.",
    text: () =>
      `Tell me about next week: ask get_workspace_info for today's date, then who_is_away for Monday to Friday of next week. List who is away on each day, with hours for part days, and point out departments in which several people are away at once. Requests that aren't decided yet stand apart.`,
  },
  {
    name: "clear-my-approvals",
    title: "Clear my approvals",
    description: "Goes through the requests that wait for my decision.",
    text: () =>
      `Go through the leave requests that wait for my decision: ask list_requests_to_decide. For each, the nearest deadline first, tell me who asks for which days, what it does to their balance, and who else is away then. Suggest what to do, and wait for my answer before you decide anything.`,
  },
];

export const listedPrompts = prompts.map(({ text: _, ...prompt }) => prompt);

/** @throws ProtocolError for an unknown prompt */
export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}) {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This prompt does not exist. Ask prompts/list.");
  const { description } = prompt;
  const text = prompt.text(given);
  return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

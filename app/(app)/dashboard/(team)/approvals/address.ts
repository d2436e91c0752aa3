/** What the queue shows, in the URL. Empty texts leave a filter out. */
export interface Wanted {
  /** A part of the person's name. */
  q: string;
  department: string;
  type: string;
  /** In weeks of the first day of leave, in place of the order of deadlines. */
  isByWeek: boolean;
}

export const unfiltered = { q: null, department: null, type: null } as const;

const idOf = (kind: string, text: string | null) =>
  text && new RegExp(`^${kind}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).test(text) ? text : "";

/** Drops unreadable parameters. */
export const readAddress = (params: URLSearchParams): Wanted => ({
  q: (params.get("q") ?? "").slice(0, 100),
  department: idOf("department", params.get("department")),
  type: idOf("leaveType", params.get("type")),
  isByWeek: params.get("group") === "week",
});

export const isFiltered = ({ q, department, type }: Wanted): boolean =>
  [q.trim(), department, type].some(Boolean);

/** The same as input of the procedure. */
export const questionOf = ({ q, department, type, isByWeek }: Wanted) => ({
  ...(q.trim() && { text: q.trim() }),
  ...(department && { department }),
  ...(type && { leaveType: type }),
  order: isByWeek ? ("start" as const) : ("deadline" as const),
});
export type Asked = ReturnType<typeof questionOf>;

const dayMs = 86_400_000;

/** The Monday of the week of a calendar date. */
export function mondayOf(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  const weekday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - weekday * dayMs).toISOString().slice(0, 10);
}

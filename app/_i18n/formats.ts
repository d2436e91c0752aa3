/** Named formats for times and numbers: `format.dateTime(at, "moment")`, `{count, number, whole}`. */
export const formats = {
  dateTime: {
    /** 3 Aug 2026, 14:02 */
    moment: { dateStyle: "medium", timeStyle: "short" },
    /** 3 Aug 2026, 14:02:31 */
    exact: { dateStyle: "medium", timeStyle: "medium" },
    /** 3 Aug 2026 */
    day: { dateStyle: "medium" },
    /** 3 Aug */
    shortDay: { day: "numeric", month: "short" },
    /** August 2026 */
    month: { month: "long", year: "numeric" },
    /** 14:02 */
    time: { timeStyle: "short" },
  },
  number: {
    whole: { maximumFractionDigits: 0 },
    percent: { style: "percent", maximumFractionDigits: 1 },
  },
  list: {
    all: { type: "conjunction" },
    either: { type: "disjunction" },
  },
} as const;

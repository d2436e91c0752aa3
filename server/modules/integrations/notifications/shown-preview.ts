import type { MessageDay } from "./message";
import type { Preview } from "./preview";

/** Maximum employees per day in a form's preview: enough to show what a message looks like. */
const shownPerDay = 20;

/** A day as the form shows it. */
export interface ShownDay extends MessageDay {
  /** Employees in the message beyond those in `groups`. */
  moreCount: number;
}

function shownDay(day: MessageDay): ShownDay {
  let left = shownPerDay;
  const groups = day.groups.flatMap((group) => {
    const lines = group.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...group, lines }] : [];
  });
  const count = day.groups.reduce((sum, { lines }) => sum + lines.length, 0);
  return { ...day, groups, moreCount: count - (shownPerDay - left) };
}

/** The preview shortened for display: each day's first 20 employees, and the number of the others. */
export const shownPreview = (preview: Preview) => ({
  ...preview,
  message: { ...preview.message, days: preview.message.days.map(shownDay) },
});

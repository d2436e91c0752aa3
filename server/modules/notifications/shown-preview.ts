import type { MessageDay } from "./message";
import type { Preview } from "./preview";

/** A form shows what a message looks like: of a day with hundreds away, this many people are enough. */
const shownPerDay = 20;

/** A day as the form shows it. */
export interface ShownDay extends MessageDay {
  /** People who are in the message and not in `groups`. */
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

/** The preview without what nobody would read in it: each day's first 20 people, and how many more there are. */
export const shownPreview = (preview: Preview) => ({
  ...preview,
  message: { ...preview.message, days: preview.message.days.map(shownDay) },
});

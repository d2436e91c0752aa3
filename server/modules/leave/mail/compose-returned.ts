import { amountIn } from "@/server/kernel/time/amount";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { Returned } from "@/server/modules/leave/requests/settle-interruptions";
import type { Words } from "@/server/words/words";

/** "Comes back: 3 days of the leave 1 to 5 February"; no line where no day comes back. */
export const composeReturned = (words: Words, returned: readonly Returned[]): [string, string][] =>
  returned.length === 0
    ? []
    : [
        [
          words.say("leaveMail.comesBack"),
          returned
            .map(({ leave, days, hoursPerDay }) =>
              words.say("leaveMail.comesBackOf", {
                ...amountIn(toDays(days), hoursPerDay),
                when: words.when(periodOf(leave)),
              }),
            )
            .join("\n"),
        ],
      ];

"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import type { Found } from "@/app/_kit/ui/picker";
import { isFoundBy } from "@/server/kernel/text/folding";

/** The time zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const shownAtOnce = 60;

/** The browser's time zones and the chosen one, filtered by name. */
export function useZones(text: string, chosen: string): Found {
  const zones = useMemo(() => {
    const names = new Set([ownZone(), "UTC", chosen, ...Intl.supportedValuesOf("timeZone")]);
    // "New York" finds America/New_York.
    return [...names].map((value) => ({ value, label: value.replaceAll("_", " ") }));
  }, [chosen]);
  const found = zones.filter(({ label }) => isFoundBy(label, text.replaceAll("_", " ")));
  return {
    choices: found.slice(0, shownAtOnce).map((zone) => ({ ...zone, note: <Offset zone={zone.value} /> })),
    hasMore: found.length > shownAtOnce,
  };
}

/** The current offset, such as "GMT+1". */
function Offset({ zone }: { zone: string }) {
  const locale = useLocale();
  const part = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(new Date())
    .find(({ type }) => type === "timeZoneName");
  return part?.value;
}

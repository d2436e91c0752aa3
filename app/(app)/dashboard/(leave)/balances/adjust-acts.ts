/** What the form of an adjustment does. */
export const acts = ["give", "take", "quota", "opening", "carry", "correctMore", "correctFewer"] as const;

export type Act = (typeof acts)[number];

/** Whether it corrects days of a closed period. */
export const isCorrecting = (act: Act): boolean => act === "correctMore" || act === "correctFewer";

export interface AdjustValues {
  leaveTypeId: string;
  act: Act;
  days: string;
  /** The closed days that are corrected; empty for anything else. */
  correctsFrom: string;
  correctsTo: string;
  /** The last day to use carried-over days; empty for never. */
  expiresOn: string;
  effectiveDate: string;
  note: string;
}

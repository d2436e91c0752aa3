/** Hours as people read them. The slack is for quotients that binary numbers cannot hold. */
export const toHundredths = (hours: number): number => Math.round(hours * 100 + 1e-6) / 100;

/** A number of days in hours; null where they are read in days. */
export const inHours = (days: number, hoursPerDay: number | null): number | null =>
  hoursPerDay === null ? null : toHundredths(days * hoursPerDay);

/** An amount of working time, in hours where people read it so: the values of a message that says either. */
export type Amount = {
  unit: "days" | "hours";
  days: number;
  /** 0 where the unit is days. */
  hours: number;
  /** The number of the unit. */
  shown: number;
};

/** @param hours the same amount; null where people read days */
export const amountOf = (days: number, hours: number | null): Amount => ({
  unit: hours === null ? "days" : "hours",
  days,
  hours: hours ?? 0,
  shown: hours ?? days,
});

/** A number of days as an amount. */
export const amountIn = (days: number, hoursPerDay: number | null): Amount =>
  amountOf(days, inHours(days, hoursPerDay));

/** Maximum people of a day or week that a narrow page lists at first. */
export const fewAway = 8;

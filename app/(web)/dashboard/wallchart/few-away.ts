/** So many people of a day, or a week, a narrow page lists at first. */
export const fewAway = 8;

/** In characters, as the API counts them. */
export const descriptionLength = 200;

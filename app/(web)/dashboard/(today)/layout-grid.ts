/** One's own leave first, also on a phone; who else is away beside it where there is room. */
export const twoColumns = "grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]";

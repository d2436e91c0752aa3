/** The user's own leave comes first, also on a phone. A wide screen shows the absent colleagues beside it. */
export const twoColumns = "grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]";

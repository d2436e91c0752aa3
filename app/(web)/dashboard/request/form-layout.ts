/** The form and what it does side by side, where there is room. */
export const besideForm = "grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]";

/** The form and its preview side by side on a wide screen. */
export const besideForm = "grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]";

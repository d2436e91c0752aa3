/** The form, and its effect beside it. */
export const policyLayout = "grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start";

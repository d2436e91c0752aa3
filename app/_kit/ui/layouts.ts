/** What a page's content and its skeleton share: a wide screen has two columns, a phone one below the other. */

/** The content, and what belongs beside it: a form and its effect, one's own leave and who is away. */
export const besideContent = "grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]";

/** A form with wide fields, and its effect. */
export const besidePolicy = "grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start";

/** A form, and the preview of what it sends. */
export const besidePreview = "grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]";

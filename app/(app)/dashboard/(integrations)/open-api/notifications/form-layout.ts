/** Two columns on a wide screen: the fields, and the preview. */
export const besidePreview = "grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]";

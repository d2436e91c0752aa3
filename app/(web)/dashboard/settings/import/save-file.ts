/** Has the browser save a file that was made on the page. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

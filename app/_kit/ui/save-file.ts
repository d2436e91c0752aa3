/** Has the browser save a file that was made on the page. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // Its content must not stay behind an address. Revoked a moment later, because some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

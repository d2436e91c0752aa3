/**
 * A text field of a posted form; empty when it is missing or a file.
 * @param form whatever a server action was called with: anybody can call it with something else than a form
 */
export function formText(form: unknown, name: string): string {
  const value = form instanceof FormData ? form.get(name) : null;
  return typeof value === "string" ? value : "";
}

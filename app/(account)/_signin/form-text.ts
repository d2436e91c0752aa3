/**
 * A text field of a posted form; empty when it is missing or a file.
 * @param form the argument of a server action: any client can call it with something other than a form
 */
export function formText(form: unknown, name: string): string {
  const value = form instanceof FormData ? form.get(name) : null;
  return typeof value === "string" ? value : "";
}

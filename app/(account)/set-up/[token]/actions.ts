"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { type SetUpField, type SetUpState, setUpFields } from "@/app/(account)/set-up/[token]/set-up-state";
import { services } from "@/server/kernel/process";
import { createFirstWorkspace } from "@/server/modules/workspace/settings/create";
import { FirstWorkspace } from "@/server/modules/workspace/settings/schema";
import { enterSession, thisBrowser } from "@/server/signin/browser-session";
import { startFirstSession } from "@/server/signin/start-first-session";
import { read } from "@/server/transport/validate";

const fieldOf: Record<string, SetUpField> = {
  name: "company",
  timezone: "timezone",
  "admin.name": "name",
  "admin.email": "email",
  "admin.password": "password",
};

/** Creates the workspace and signs its administrator in; a link that is no longer valid leads back to its page, which says so. */
export async function makeWorkspace(_before: SetUpState, form: FormData): Promise<SetUpState> {
  const token = formText(form, "token");
  const typed = Object.fromEntries(setUpFields.map((name) => [name, formText(form, name)]));
  const { company, timezone, name, email, password } = typed;
  const { data, faults } = read(FirstWorkspace, {
    name: company,
    timezone,
    admin: { name, email, password },
  });
  if (faults) {
    const errors: SetUpState["errors"] = {};
    for (const { path, message } of faults) errors[fieldOf[path] ?? "company"] ??= message;
    return { values: { ...typed, password: "" }, errors };
  }
  const made = await createFirstWorkspace(services(), token, data);
  if (!made) redirect(`/set-up/${encodeURIComponent(token)}`);
  const person = { workspaceId: made.workspace.id, userId: made.admin.id };
  await enterSession(await startFirstSession(services(), person, await thisBrowser()));
  redirect("/dashboard");
}

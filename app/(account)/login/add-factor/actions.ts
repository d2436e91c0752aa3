"use server";

import { redirect } from "next/navigation";
import { formText } from "@/app/(account)/_signin/form-text";
import { returnPath } from "@/server/signin/return-path";

/** To where the user was on the way. */
export async function goOn(form: FormData): Promise<void> {
  redirect(returnPath(formText(form, "next")));
}

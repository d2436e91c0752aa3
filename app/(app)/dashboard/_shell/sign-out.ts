"use server";

import { redirect } from "next/navigation";
import { leaveSession } from "@/server/signin/browser-session";

/** Signs this browser out and redirects to the sign-in page. */
export async function signOut(): Promise<void> {
  await leaveSession();
  redirect("/login");
}

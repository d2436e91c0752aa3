"use server";

import { redirect } from "next/navigation";
import { leaveSession } from "@/server/signin/browser-session";

/** Ends the session of this browser and leads to the sign-in page. */
export async function signOut(): Promise<void> {
  await leaveSession();
  redirect("/login");
}

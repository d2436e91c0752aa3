"use server";

import { redirect } from "next/navigation";
import { leaveSession } from "@/server/signin/browser-session";

/** Signs this browser out, and leads back to the profile by the sign-in page. */
export async function signInAgain(): Promise<void> {
  await leaveSession();
  redirect("/login?next=%2Fdashboard%2Fsettings");
}

"use server";

import { redirect } from "next/navigation";
import { leaveSession } from "@/server/signin/browser-session";
import { returnPath } from "@/server/signin/return-path";

/** Signs out, and returns to `path` after the next sign-in: a mailed file may belong to another of the user's accounts. */
export async function switchAccount(path: string): Promise<void> {
  await leaveSession();
  redirect(`/login?${new URLSearchParams({ next: returnPath(path) })}`);
}

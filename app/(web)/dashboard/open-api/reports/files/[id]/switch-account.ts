"use server";

import { redirect } from "next/navigation";
import { leaveSession } from "@/server/signin/browser-session";
import { returnPath } from "@/server/signin/return-path";

/** Signs out and in again, then back to `path`: a mailed file may belong to another of the person's accounts. */
export async function switchAccount(path: string): Promise<void> {
  await leaveSession();
  redirect(`/login?${new URLSearchParams({ next: returnPath(path) })}`);
}

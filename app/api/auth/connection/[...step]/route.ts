import type { NextRequest } from "next/server";
import { findFreshSignIn } from "@/server/oauth/consent/fresh-sign-in";
import { handleConnection, handleLogout } from "@/server/signin/connections/handle-connection";

/** Sign-in through a workspace's own connection: `start`, `test` and `callback`. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ step: string[] }> }) {
  return handleConnection(request, (await params).step, findFreshSignIn);
}

/** A provider says that someone has signed out there: `logout`. */
export async function POST(request: NextRequest, { params }: { params: Promise<{ step: string[] }> }) {
  return handleLogout(request, (await params).step);
}

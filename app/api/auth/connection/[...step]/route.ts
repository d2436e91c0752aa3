import type { NextRequest } from "next/server";
import { findFreshSignIn } from "@/server/oauth/consent/fresh-sign-in";
import { handleConnection, handlePost } from "@/server/signin/connections/handle-connection";

/** Sign-in through a workspace's own connection: `start`, `test` and `callback`; the metadata of SAML: `saml`. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ step: string[] }> }) {
  return handleConnection(request, (await params).step, findFreshSignIn);
}

/** A provider says that someone has signed out there: `logout`; a response of SAML: `acs`. */
export async function POST(request: NextRequest, { params }: { params: Promise<{ step: string[] }> }) {
  return handlePost(request, (await params).step);
}

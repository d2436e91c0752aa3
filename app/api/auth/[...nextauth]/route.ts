import { cookies } from "next/headers";
import { after, type NextRequest } from "next/server";
import { services } from "@/server/kernel/process";
import { handleNextAuth } from "@/server/signin/handle-next-auth";

async function handler(request: NextRequest, { params }: { params: Promise<{ nextauth: string[] }> }) {
  const sent = (await cookies()).getAll().map(({ name, value }) => [name, value]);
  return handleNextAuth(services(), request, (await params).nextauth, Object.fromEntries(sent), after);
}

export { handler as GET, handler as POST };

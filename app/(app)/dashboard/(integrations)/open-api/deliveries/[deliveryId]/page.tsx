import { notFound, redirect } from "next/navigation";
import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

/** Redirects a pasted delivery id to the delivery, below its webhook. */
export default async function DeliveryById({ params }: { params: Promise<{ deliveryId: string }> }) {
  await requireActor();
  const { deliveryId } = await params;
  const { data } = await load(caller().webhooks.ofDelivery({ id: deliveryId }));
  if (!data) notFound();
  redirect(paths.delivery(data.webhookId, deliveryId));
}

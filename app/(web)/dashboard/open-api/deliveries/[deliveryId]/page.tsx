import { notFound, redirect } from "next/navigation";
import { caller } from "@/app/_trpc/server";
import { load } from "@/app/(web)/dashboard/load";
import { paths } from "@/app/(web)/dashboard/paths";
import { requireActor } from "@/server/signin/session";

/** Redirects a pasted delivery id to the delivery, below its webhook. */
export default async function DeliveryById({ params }: { params: Promise<{ deliveryId: string }> }) {
  await requireActor();
  const { deliveryId } = await params;
  const { data } = await load(caller().webhooks.ofDelivery({ id: deliveryId }));
  if (!data) notFound();
  redirect(paths.delivery(data.webhookId, deliveryId));
}

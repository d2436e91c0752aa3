"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowAddress } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/use-show-address";

/** Offers a feed of one's own leave, until there is one or the offer is declined. The click makes the feed: its address is a secret. */
export function FeedOffer() {
  const t = useTranslations("feeds");
  const { calendarFeeds } = useTRPCClient();
  const create = useCall(() => calendarFeeds.create.mutate({ kind: "MINE", locationId: null }), {
    errorToast: true,
    refreshes: true,
    onDone: useShowAddress(),
  });
  const decline = useCall(() => calendarFeeds.endOffer.mutate(), {
    done: () => t("offer.declined"),
    errorToast: true,
    refreshes: true,
  });
  return (
    <Card title={t("offer.title")} titleId="feed-offer">
      <p className="text-muted">{t("offer.text")}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button pending={create.isPending} onClick={() => void create.send()}>
          {t("create")}
        </Button>
        <Button variant="ghost" pending={decline.isPending} onClick={() => void decline.send()}>
          {t("offer.decline")}
        </Button>
      </div>
    </Card>
  );
}

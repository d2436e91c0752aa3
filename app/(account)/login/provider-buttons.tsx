import { useTranslations } from "next-intl";
import { SubmitButton } from "@/app/(account)/_signin/submit-button";
import { signInWithProvider } from "@/app/(account)/login/provider-sign-in";

type Props = { providers: readonly { id: string; name: string }[]; next: string };

/** "Continue with Google" and the like, for the configured providers. */
export function ProviderButtons({ providers, next }: Props) {
  const t = useTranslations("login");
  if (providers.length === 0) return null;
  return (
    <>
      <div
        aria-hidden
        className="flex items-center gap-3 text-subtle text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t("or")}
      </div>
      <form action={signInWithProvider} className="flex flex-col gap-2">
        <input type="hidden" name="next" value={next} />
        {providers.map(({ id, name }) => (
          <SubmitButton key={id} intent={id}>
            {t("continueWith", { provider: name })}
          </SubmitButton>
        ))}
      </form>
    </>
  );
}

import { Notice } from "@/components/ui/notice";
import { refusalWords } from "@/lib/auth/refusal-words";
import type { InstanceState } from "@/lib/auth/schema";
import { ProviderButton } from "./provider-button";
import { SignInForm } from "./sign-in-form";
import { SignedOutTitle } from "./signed-out-frame";
import { WordDivider } from "./word-divider";

type SignInPageProps = {
  /** Where to go afterwards: a path of this app. */
  next: string;
  ways: InstanceState["signIn"];
  /** Why the provider's sign-in ended here, as it stands in the address. */
  refused: string | undefined;
};

/** The ways in that this installation has: the provider, a password, or both. */
export function SignInPage({ next, ways, refused }: SignInPageProps) {
  const { oidc, password } = ways;
  const words = refusalWords(refused, oidc?.name ?? "The provider");
  return (
    <>
      <SignedOutTitle title="Sign in to Greenroom" />
      <div className="grid gap-5">
        {words ? (
          <Notice tone="error" title={words.title}>
            {words.help}
          </Notice>
        ) : null}
        {oidc ? <ProviderButton name={oidc.name} next={next} isPrimary={!password} /> : null}
        {oidc && password ? <WordDivider>or with a password</WordDivider> : null}
        {password ? <SignInForm next={next} /> : null}
      </div>
    </>
  );
}

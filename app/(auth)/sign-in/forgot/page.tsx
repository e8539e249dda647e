import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ForgotPage } from "@/components/onboarding/forgot-page";
import { SignInFrame } from "@/components/onboarding/sign-in-frame";
import { unwrap } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Forgot your password?" };

export default async function Page() {
  const { claimed, signIn } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) redirect("/");
  return (
    <SignInFrame>
      <ForgotPage ways={signIn} />
    </SignInFrame>
  );
}

import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ResetPage } from "@/components/onboarding/reset-page";
import { SignInFrame } from "@/components/onboarding/sign-in-frame";
import { unwrap } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Choose a new password" };

export default async function Page() {
  const { claimed, signIn } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) redirect("/");
  return (
    <SignInFrame>
      <ResetPage ways={signIn} />
    </SignInFrame>
  );
}

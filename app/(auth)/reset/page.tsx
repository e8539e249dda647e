import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ResetPage } from "@/components/onboarding/reset-page";
import { SignInDoor } from "@/components/onboarding/sign-in-door";
import { unwrap } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Choose a new password" };

export default async function Page() {
  const { claimed, signIn } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) redirect("/");
  return (
    <SignInDoor>
      <ResetPage ways={signIn} />
    </SignInDoor>
  );
}

import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Door, DoorTitle } from "@/components/onboarding/door";
import { SignInForm } from "@/components/onboarding/sign-in-form";
import { WhatYouWillFind } from "@/components/onboarding/what-you-will-find";
import { unwrap } from "@/lib/api/client";
import { findCurrentSession } from "@/lib/api/current-session";
import { serverClient } from "@/lib/api/server-client";
import { ownPath } from "@/lib/kernel/own-path";
import { version } from "@/package.json";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next } = await searchParams;
  const path = ownPath(typeof next === "string" ? next : undefined);
  const { claimed } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) redirect("/");
  if (await findCurrentSession()) redirect(path);
  return (
    <Door
      foot={<span>Greenroom {version}</span>}
      aside={
        <WhatYouWillFind name="You">
          Write a skill, give it to an agent, and watch every step of its work: what it was told, what it
          loaded, what it did not need again and what it was refused.
        </WhatYouWillFind>
      }
    >
      <DoorTitle title="Sign in to Greenroom" />
      <SignInForm next={path} />
    </Door>
  );
}

import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInFrame } from "@/components/onboarding/sign-in-frame";
import { SignInPage } from "@/components/onboarding/sign-in-page";
import { unwrap } from "@/lib/api/client";
import { findCurrentSession } from "@/lib/api/current-session";
import { serverClient } from "@/lib/api/server-client";
import { ownPath } from "@/lib/kernel/own-path";

export const metadata: Metadata = { title: "Sign in" };

type Asked = string | string[] | undefined;
type PageProps = { searchParams: Promise<{ next?: Asked; refused?: Asked }> };

const single = (asked: Asked): string | undefined => (typeof asked === "string" ? asked : undefined);

export default async function Page({ searchParams }: PageProps) {
  const { next, refused } = await searchParams;
  const path = ownPath(single(next));
  const { claimed, signIn } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) redirect("/");
  if (await findCurrentSession()) redirect(path);
  return (
    <SignInFrame>
      <SignInPage next={path} ways={signIn} refused={single(refused)} />
    </SignInFrame>
  );
}

import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CodeForm } from "@/components/onboarding/code-form";
import { SignInFrame } from "@/components/onboarding/sign-in-frame";
import { findCurrentSession } from "@/lib/api/current-session";
import { ownPath } from "@/lib/kernel/own-path";

export const metadata: Metadata = { title: "Sign in: second step" };

type PageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function Page({ searchParams }: PageProps) {
  const { next } = await searchParams;
  const path = ownPath(typeof next === "string" ? next : undefined);
  if (await findCurrentSession()) redirect(path);
  return (
    <SignInFrame>
      <CodeForm next={path} />
    </SignInFrame>
  );
}

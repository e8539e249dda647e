import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import { findCurrentSession } from "@/lib/api/current-session";

type LayoutProps = { params: Promise<{ workspace: string }>; children: ReactNode };

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  const { workspace } = await params;
  return { title: { default: workspace, template: `%s · ${workspace} · Greenroom` } };
}

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const { workspace: slug } = await params;
  const session = await findCurrentSession();
  if (!session) {
    const address = (await headers()).get("x-address") ?? "/";
    redirect(`/sign-in?next=${encodeURIComponent(address)}`);
  }
  const workspace = session.workspaces.find((candidate) => candidate.slug === slug);
  if (!workspace) notFound();
  return (
    <CurrentWorkspace session={session} workspace={workspace}>
      <AppShell>{children}</AppShell>
    </CurrentWorkspace>
  );
}
